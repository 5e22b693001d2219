"""The form that asks for a key."""

from __future__ import annotations

from django import forms

from pressorpass_site.core.text_fields import OneLineField

from .models import NAME_LENGTH


class KeyForm(forms.Form):
    """What the new key is for."""

    name = OneLineField(
        max_length=NAME_LENGTH,
        label="What is it for?",
        help_text="A name by which you will know it again.",
        error_messages={
            "required": "Say in a word or two what the key is for.",
            "max_length": f"A name has {NAME_LENGTH} characters at most.",
        },
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
