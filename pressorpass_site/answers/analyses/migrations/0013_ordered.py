from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analyses", "0012_fair_order")]

    operations = [
        migrations.AddIndex("analysis", models.Index(fields=("live",), name="analyses_by_edit")),
        migrations.AddIndex("analysis", models.Index(fields=("-created_at", "-id"), name="analyses_by_age")),
    ]
