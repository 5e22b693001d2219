from collections.abc import Iterator
from urllib.parse import urlsplit

from celery import shared_task
from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.models import User

from pressorpass_site.core import limits


class _ResetForm(PasswordResetForm):
    """Django's form, without the accounts that have been sent too many links."""

    def get_users(self, email: str) -> Iterator[User]:
        """Return the accounts with this address, and count a link for each."""
        return (
            user for user in super().get_users(email) if limits.spend_allowance("reset-account", str(user.pk)).granted
        )


@shared_task(name="accounts.send_reset_link")
def send_reset_link(email: str) -> None:
    """Send a link for choosing a new password to the accounts with this address, if there are any.

    The link leads to SITE_URL, whatever host the request named. The page does not say when an account has been sent too
    many links.
    """
    form = _ResetForm({"email": email})
    if form.is_valid():
        site = urlsplit(settings.SITE_URL)
        form.save(
            domain_override=site.netloc,
            use_https=site.scheme == "https",
            subject_template_name="accounts/forgotten_subject.txt",
            email_template_name="accounts/forgotten_mail.txt",
        )
