from django.contrib.auth import views as auth
from django.urls import path

from . import views

app_name = "accounts"

urlpatterns = [
    path("account/", views.account_page, name="account"),
    path("account/sign-up/", views.sign_up, name="sign-up"),
    path("account/log-in/", views.LogIn.as_view(), name="log-in"),
    path("account/log-out/", auth.LogoutView.as_view(next_page="pages:home"), name="log-out"),
    path("account/claim/", views.claim, name="claim"),
    path("account/email/", views.change_email, name="email"),
    path("account/password/", views.ChangePassword.as_view(), name="password"),
    path("account/forgotten/", views.Forgotten.as_view(), name="forgotten"),
    path("account/forgotten/sent/", views.forgotten_password_sent, name="forgotten-sent"),
    path("account/forgotten/<uidb64>/<token>/", views.NewPassword.as_view(), name="new-password"),
    path("account/export/", views.export, name="export"),
    path("account/delete/", views.delete, name="delete"),
]
