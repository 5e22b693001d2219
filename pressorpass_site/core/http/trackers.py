"""Tracking parameters that other sites add to shared links; no page depends on them."""

from urllib.parse import unquote_plus

PREFIXES = ("utm_", "hsa_", "mtm_", "pk_", "_hs")
NAMES = {
    *("fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid"),
    *("msclkid", "yclid", "ysclid", "ymclid", "twclid", "ttclid", "li_fat_id", "igshid", "igsh", "epik"),
    *("rdt_cid", "sccid", "scclid", "irclickid", "cjevent", "mc_cid", "mc_eid", "mkt_tok", "vero_id"),
    *("vero_conv", "oly_anon_id", "oly_enc_id", "s_cid", "wickedid", "__s", "_ga", "_gl", "_openstat"),
    *("_branch_match_id", "_branch_referrer", "fb_action_ids", "fb_action_types", "fb_source", "fb_ref"),
    *("mibextid", "share_id", "si", "ref", "ref_src", "ref_url", "referrer", "rcm", "trk"),
}


def remove_trackers(query: str) -> str:
    """Return a query string without its tracking parameters; the others keep their spelling."""
    return "&".join(part for part in query.split("&") if not _is_tracker(part))


def _is_tracker(part: str) -> bool:
    name = unquote_plus(part.partition("=")[0]).lower()
    return name in NAMES or name.startswith(PREFIXES)
