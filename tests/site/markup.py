"""Pages as tests read them: line breaks and indentation of the templates do not count."""

import re
from typing import Any

BLOCKS = (
    "body|button|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h1|h2|h3|h4|header|label|legend|li"
    "|main|nav|ol|option|p|section|select|summary|svg|table|tbody|td|th|thead|tr|ul"
)


def markup(response: Any) -> str:
    """A response's text; of HTML, with the whitespace that a browser would show."""
    content: str = response.content.decode()
    if not response.headers.get("Content-Type", "").startswith("text/html"):
        return content
    return compact(content)


def compact(html: str) -> str:
    """HTML without the whitespace that a browser ignores; what is preformatted or typed keeps its own."""
    parts = re.split(r"(<(?:pre|textarea)\b.*?</(?:pre|textarea)>)", html, flags=re.DOTALL)
    for place in range(0, len(parts), 2):
        words = re.sub(r"[ \n]+", " ", parts[place])
        parts[place] = re.sub(rf" ?(</?(?:{BLOCKS})\b[^>]*>) ?", r"\1", words)
    return "".join(parts)
