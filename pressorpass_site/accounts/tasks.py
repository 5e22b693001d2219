"""What accounts leave to the workers: mail."""

from __future__ import annotations

from urllib.parse import urlsplit

from celery import shared_task
from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm


@shared_task(name="accounts.send_reset_link")
def send_reset_link(email: str) -> None:
    """Send a link for choosing a new password to the accounts with this address, if there are any.

    The link leads to the site's own address, whatever address the request was sent to.
    """
    form = PasswordResetForm({"email": email})
    if form.is_valid():
        site = urlsplit(settings.SITE_URL)
        form.save(
            domain_override=site.netloc,
            use_https=site.scheme == "https",
            subject_template_name="accounts/forgotten_subject.txt",
            email_template_name="accounts/forgotten_mail.txt",
        )
