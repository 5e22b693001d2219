from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm, UserCreationForm
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from pressorpass_site.core import limits

from . import attempts, services
from .services import OwnedCounts

TOO_MANY_ATTEMPTS = "too_many_attempts"
WRONG_PASSWORD = "The password is wrong."  # noqa: S105  # a sentence


def build_email_field() -> forms.EmailField:
    return forms.EmailField(
        label="Email",
        required=False,
        help_text="Optional. Used only to reset a forgotten password.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={"invalid": "This is not an email address. Correct it or leave it empty."},
    )


class ClaimingForm(forms.Form):
    claim = forms.BooleanField(required=False, initial=True)

    def offer(self, counts: OwnedCounts) -> None:
        if counts:
            self.fields["claim"].label = f"Move this browser’s data to my account: {counts.words}"
        else:
            del self.fields["claim"]

    @property
    def claims(self) -> bool:
        return bool(self.cleaned_data.get("claim"))


class LogInForm(ClaimingForm, AuthenticationForm):
    use_required_attribute = False
    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": "The user name or password is wrong. Passwords are case-sensitive.",
        "inactive": "This account has been closed.",
        TOO_MANY_ATTEMPTS: "Too many attempts to log in with this user name. Try again in %(time)s.",
    }
    field_order = ("username", "password", "claim")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "User name"
        self.fields["username"].error_messages["required"] = "Enter your user name."
        self.fields["password"].error_messages["required"] = "Enter your password."

    def clean_username(self) -> str:
        """Return the account's spelling of the name; signing up ignores case, too."""
        username: str = self.cleaned_data["username"]
        return services.find_users(username).values_list("username", flat=True).first() or username

    def clean(self) -> dict[str, Any]:
        """Check the password unless there were too many attempts for this name, whether the account exists or not."""
        name = self.cleaned_data.get("username", "")
        if name and self.cleaned_data.get("password"):
            assert self.request is not None  # the view passes it
            allowance = attempts.spend_login_attempt(self.request, name)
            if not allowance.granted:
                time = limits.describe_duration(allowance.retry_after)
                raise forms.ValidationError(
                    self.error_messages[TOO_MANY_ATTEMPTS],
                    code=TOO_MANY_ATTEMPTS,
                    params={"time": time, "seconds": allowance.retry_after},
                )
        return super().clean()


class SignUpForm(ClaimingForm, UserCreationForm[User]):
    use_required_attribute = False

    email = build_email_field()
    field_order = ("username", "email", "password1", "password2", "claim")

    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, first, second = (self.fields[field_name] for field_name in ("username", "password1", "password2"))
        name.label, first.label, second.label = "User name", "Password", "Repeat password"
        name.help_text = "Letters, digits and @ . + - _ only. Nobody else sees it."
        name.error_messages["required"] = "Choose a user name."
        name.error_messages["unique"] = "This user name is taken. Choose another one."
        first.error_messages["required"] = "Choose a password."
        second.error_messages["required"] = "Repeat the password."
        self.error_messages = {**self.error_messages, "password_mismatch": "The two passwords differ."}

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if services.find_users(name).exists():
            raise forms.ValidationError(self.fields["username"].error_messages["unique"], code="unique")
        return name

    def add(self) -> User | None:
        """Return the new account; None, with the error at its field, if the name was taken a moment ago."""
        try:
            with transaction.atomic():
                return self.save()
        except IntegrityError:
            self.add_error("username", self.fields["username"].error_messages["unique"])
            return None


class RevokingForm(forms.Form):
    """A form for a new password that offers to revoke credentials that work without it, if there are any."""

    revoke = forms.BooleanField(
        required=False,
        initial=True,
        help_text="A program with a key can read your games and add to them. Keep the keys only if nobody else can have them.",
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)  # type: ignore[arg-type]  # to Django's form, which is mixed in
        self.credentials = services.describe_credentials(user) if user else ""  # without a valid link there is no user
        if self.credentials:
            self.fields["revoke"].label = f"Also revoke {self.credentials}"
        else:
            del self.fields["revoke"]

    def revoke_if_chosen(self, user: User) -> str:
        """Revoke credentials if that was chosen; return the result as a sentence, "" if there was nothing to choose."""
        if not self.credentials:
            return ""
        if not self.cleaned_data["revoke"]:
            return f"Still valid: {self.credentials}."
        services.revoke_credentials(user)
        return f"Revoked: {self.credentials}."


class ChangePasswordForm(RevokingForm, PasswordChangeForm):
    pass


class NewPasswordForm(RevokingForm, SetPasswordForm):  # type: ignore[type-arg]  # only its stub is generic
    pass


class PasswordConfirmationForm(forms.Form):
    use_required_attribute = False

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": "Enter your password."},
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(WRONG_PASSWORD)
        return password


class EmailForm(PasswordConfirmationForm):
    email = build_email_field()
    field_order = ("email", "password")
