"""The editor of boards: drafts, their checks, the forms and the page. The admin and fans share it."""
