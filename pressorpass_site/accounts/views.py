from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.cache import patch_cache_control
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe
from django.views.generic import FormView

from pressorpass_site.core import limits
from pressorpass_site.core.apps import CONSOLE
from pressorpass_site.core.http.view_decorators import View, get_or_post
from pressorpass_site.work.broker import BrokerUnreachable

from . import attempts, services
from .forms import (
    TOO_MANY_ATTEMPTS,
    ChangePasswordForm,
    ClaimingForm,
    EmailForm,
    LogInForm,
    NewPasswordForm,
    PasswordConfirmationForm,
    SignUpForm,
)
from .services import OwnedCounts


def limit_attempts(scope: str) -> Callable[[View], View]:
    def decorator(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method == "POST":
                limits.check(request, scope)
            return view(request, *args, **kwargs)

        return wrapper

    return decorator


@sensitive_post_parameters()
@get_or_post
@never_cache
@limit_attempts("sign-up")
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("accounts:account")
    form = SignUpForm(request.POST or None)
    form.offer(services.count_owned_by_browser(request))
    if form.is_valid() and (user := form.add()):
        login(request, user)
        _greet_user(request, form, user, f"Welcome, {user.get_username()}.")
        response = redirect(_get_next_url(request))
        attempts.remember_device(request, response, user)
        return response
    context = {"form": form, "next": _get_next_url(request, default="")}
    return render(request, "accounts/sign_up.html", context, status=422 if form.errors else 200)


class UnprocessableFormView(FormView):  # type: ignore[type-arg]  # mixed in
    """A form view that answers an invalid form with status 422."""

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


@method_decorator([get_or_post, limit_attempts("log-in")], name="dispatch")
class LogIn(UnprocessableFormView, auth.LoginView):
    template_name = "accounts/log_in.html"
    authentication_form = LogInForm
    redirect_authenticated_user = True

    def get_form(self, form_class: Any = None) -> Any:
        form = cast(LogInForm, super().get_form(form_class))
        form.offer(services.count_owned_by_browser(self.request))
        return form

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        attempts.remember_device(self.request, response, form.get_user())
        _greet_user(self.request, form, form.get_user(), "You are logged in.")
        return response

    def form_invalid(self, form: Any) -> HttpResponse:
        response = super().form_invalid(form)
        for error in form.errors.as_data().get(NON_FIELD_ERRORS, ()):
            if error.code == TOO_MANY_ATTEMPTS:
                response.status_code = 429
                response["Retry-After"] = str(error.params["seconds"])
        return response


@never_cache
@require_safe
@login_required
def account_page(request: HttpRequest) -> HttpResponse:
    context = {
        "has": services.count_owned_by_account(_get_user(request)),
        "browser": services.count_owned_by_browser(request),
    }
    return render(request, "accounts/account.html", context)


@require_POST
@login_required
def claim(request: HttpRequest) -> HttpResponse:
    _announce_claimed(request, services.claim_browser_data(request, _get_user(request)), "")
    return redirect("accounts:account")


@sensitive_post_parameters()
@get_or_post
@never_cache
@login_required
@limit_attempts("log-in")
def change_email(request: HttpRequest) -> HttpResponse:
    user = _get_user(request)
    form = EmailForm(user, request.POST or None, initial={"email": user.email})
    if form.is_valid():
        user.email = form.cleaned_data["email"]
        user.save(update_fields=["email"])
        messages.success(
            request, "Your email address has been changed." if user.email else "Your email address has been removed."
        )
        return redirect("accounts:account")
    context = {"form": form, "title": "Email address", "submit": "Save email address"}
    return render(request, "accounts/change.html", context, status=422 if form.errors else 200)


@method_decorator([get_or_post, never_cache, limit_attempts("log-in")], name="dispatch")
class ChangePassword(UnprocessableFormView, auth.PasswordChangeView):
    template_name = "accounts/change.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("accounts:account")
    extra_context = {"title": "Change password", "submit": "Change password"}

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        attempts.remember_device(self.request, response, form.user)
        words = (
            f"Your password has been changed. Other devices have been logged out. {form.revoke_if_chosen(form.user)}"
        )
        messages.success(self.request, words.strip())
        return response


@method_decorator([get_or_post, never_cache, limit_attempts("reset")], name="dispatch")
class Forgotten(UnprocessableFormView, auth.PasswordResetView):
    template_name = "accounts/forgotten.html"
    success_url = reverse_lazy("accounts:forgotten-sent")
    extra_context = {"no_mail": settings.EMAIL_BACKEND == CONSOLE}

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            services.send_reset_link(form.cleaned_data["email"])
        except BrokerUnreachable:
            form.add_error(None, "The link cannot be sent at the moment. Please try again in a minute.")
            return self.render_to_response(self.get_context_data(form=form), status=503)
        return redirect(self.success_url)


@require_safe
def forgotten_password_sent(request: HttpRequest) -> HttpResponse:
    """Show the same message whether the account exists or not."""
    context = {"no_mail": settings.EMAIL_BACKEND == CONSOLE, "hours": settings.PASSWORD_RESET_TIMEOUT // 3600}
    return render(request, "accounts/forgotten_sent.html", context)


@method_decorator([get_or_post, limit_attempts("reset")], name="dispatch")
class NewPassword(UnprocessableFormView, auth.PasswordResetConfirmView):
    template_name = "accounts/new_password.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("accounts:log-in")

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        words = f"Your password has been changed. Log in with the new one. {form.revoke_if_chosen(form.user)}"
        messages.success(self.request, words.strip())
        return response


@require_safe
@login_required
def export(request: HttpRequest) -> HttpResponse:
    limits.check(request, "ask")
    response = JsonResponse(
        services.export_account(_get_user(request)), json_dumps_params={"indent": 2, "ensure_ascii": False}
    )
    response["Content-Disposition"] = 'attachment; filename="press-or-pass-my-data.json"'
    patch_cache_control(response, private=True, no_store=True)
    return response


@sensitive_post_parameters()
@get_or_post
@never_cache
@login_required
@limit_attempts("log-in")
def delete(request: HttpRequest) -> HttpResponse:
    user = _get_user(request)
    form = PasswordConfirmationForm(user, request.POST or None)
    if form.is_valid():
        services.delete_account(user)
        logout(request)
        messages.success(request, "Your account and all its data have been deleted.")
        return redirect("saved:mine")
    context = {"form": form, "has": services.count_owned_by_account(user)}
    return render(request, "accounts/delete.html", context, status=422 if form.errors else 200)


def _get_user(request: HttpRequest) -> User:
    return cast(User, request.user)


def _greet_user(request: HttpRequest, form: ClaimingForm, user: User, words: str) -> None:
    _announce_claimed(request, services.claim_browser_data(request, user) if form.claims else OwnedCounts(), words)


def _announce_claimed(request: HttpRequest, claimed: OwnedCounts, words: str) -> None:
    if claimed:
        words = f"{words} Moved to your account: {claimed.words}.".strip()
    if words:
        messages.success(request, words)


def _get_next_url(request: HttpRequest, default: str | None = None) -> str:
    """Return the requested address if it belongs to this site, otherwise `default`, by default the account's page."""
    next_url = request.POST.get("next", request.GET.get("next", ""))
    safe = url_has_allowed_host_and_scheme(next_url, {request.get_host()}, require_https=request.is_secure())
    return next_url if safe else reverse("accounts:account") if default is None else default
