"""The renderer of the site's own forms."""

from collections.abc import Callable, Mapping
from typing import Any

from django.forms.renderers import Jinja2
from django.http import HttpRequest
from markupsafe import escape

WIDGETS = "django/forms/widgets/"


class Renderer(Jinja2):
    """Renders widgets like Django's Jinja2 templates, but writes inputs and selects, of which a page has forty, itself.

    The admin's widgets have no Jinja2 templates, and keep Django's renderer.
    """

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> str:
        if write := _WRITERS.get(template_name):
            return write(context["widget"])
        return super().render(template_name, context, request)


def _render_input(widget: Mapping[str, Any]) -> str:
    value = widget["value"]
    attribute = "" if value is None else f' value="{escape(value)}"'
    return f'<input type="{widget["type"]}" name="{escape(widget["name"])}"{attribute}{_render_attributes(widget)}>'


def _render_radio(widget: Mapping[str, Any]) -> str:
    if not widget["wrap_label"]:
        return _render_input(widget)
    widget_id = widget["attrs"].get("id")
    target = f' for="{escape(widget_id)}"' if widget_id else ""
    return f"<label{target}>{_render_input(widget)} {escape(widget['label'])}</label>"


def _render_select(widget: Mapping[str, Any]) -> str:
    parts = [f'<select name="{escape(widget["name"])}"{_render_attributes(widget)}>']
    for group, options, _ in widget["optgroups"]:
        if group:
            parts.append(f'\n  <optgroup label="{escape(group)}">')
        parts += [
            f'\n  <option value="{escape(option["value"])}"{_render_attributes(option)}>{escape(option["label"])}</option>'
            for option in options
        ]
        if group:
            parts.append("\n  </optgroup>")
    return "".join([*parts, "\n</select>"])


def _render_attributes(widget: Mapping[str, Any]) -> str:
    return "".join(
        f" {name}" if value is True else f' {name}="{escape(value)}"'
        for name, value in widget["attrs"].items()
        if value is not False
    )


_WRITERS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    **{
        f"{WIDGETS}{name}.html": _render_input for name in ("text", "hidden", "email", "password", "number", "checkbox")
    },
    f"{WIDGETS}radio_option.html": _render_radio,
    f"{WIDGETS}select.html": _render_select,
}
RENDERER = Renderer()
