import django.db.models.deletion
import pressorpass_site.core.owned
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ('answers', '0001_answers_and_analyses'),
        ('boards', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='SavedAnalysis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=pressorpass_site.core.owned.make_code, editable=False, max_length=16, unique=True)),
                ('owner', models.CharField(db_index=True, editable=False, max_length=64)),
                ('title', models.CharField(max_length=120)),
                ('visibility', models.CharField(choices=[('public', 'Public: anyone can find it'), ('unlisted', 'Unlisted: anyone with the link'), ('private', 'Private: only you')], default='unlisted', max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('note', models.TextField(blank=True, max_length=5000)),
                ('position', models.CharField(editable=False, max_length=80)),
            ],
            options={
                'verbose_name': 'saved answer',
                'ordering': ('-created_at', '-pk'),
                'abstract': False,
                'indexes': [models.Index(fields=['visibility', '-created_at'], name='saved_by_visibility'), models.Index(fields=['visibility', '-updated_at'], name='saved_by_change'), models.Index(fields=['visibility', 'title'], name='saved_by_title'), models.Index(fields=['-created_at', '-id'], name='saved_by_age')],
            },
        ),
        migrations.CreateModel(
            name='Version',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('next_spins_count', models.PositiveSmallIntegerField(default=0, help_text='How many spins are on that board.')),
                ('questions_before_round_2', models.PositiveSmallIntegerField(blank=True, help_text='How many questions are still to come before round 2.', null=True)),
                ('rules', models.JSONField(help_text='Every rule option, as the engine lists them.')),
                ('number', models.PositiveIntegerField()),
                ('method', models.CharField(default='auto', editable=False, help_text='How the answer was to be found.', max_length=16)),
                ('result', models.JSONField(blank=True, null=True)),
                ('steps', models.JSONField(blank=True, default=list)),
                ('engine_version', models.CharField(blank=True, max_length=40)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('taken_at', models.DateTimeField(blank=True, help_text='When the answer was stored.', null=True)),
                ('analysis', models.ForeignKey(blank=True, help_text='The source of the answer, which may improve later.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='kept', to='answers.analysis')),
                ('board_revision', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='boards.boardrevision')),
                ('next_spins_revision', models.ForeignKey(blank=True, help_text='The board of the next spins, where that is another.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss_of_next_spins', to='boards.boardrevision')),
                ('saved', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='sharing.savedanalysis')),
                ('next_round_revision', models.ForeignKey(blank=True, help_text='The board of round 2, where the question is one of round 1.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss_of_round_1', to='boards.boardrevision')),
            ],
            options={
                'ordering': ('saved', '-number'),
                'constraints': [models.UniqueConstraint(fields=('saved', 'number'), name='one_version_per_number')],
            },
        ),
    ]
