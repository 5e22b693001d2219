from django.db import migrations


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ('answers', '0001_answers_and_analyses'),
    ]

    operations = [
        migrations.CreateModel(
            name='LabAnswer',
            fields=[],
            options={'proxy': True, 'indexes': [], 'constraints': []},
            bases=('answers.storedanswer',),
        ),
    ]
