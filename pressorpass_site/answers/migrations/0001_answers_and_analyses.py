import django.db.models.deletion
import django.db.models.functions.comparison
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ('boards', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='StoredAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('queued', 'waiting'), ('running', 'being solved'), ('done', 'answered'), ('failed', 'failed'), ('cancelled', 'canceled'), ('unreached', 'too large')], default='queued', max_length=10)),
                ('message', models.TextField(blank=True, help_text='Why there is no (better) answer, in words for people.')),
                ('token', models.CharField(blank=True, help_text='Names the current start of the job.', max_length=32)),
                ('attempts', models.PositiveSmallIntegerField(default=0, help_text='Times a worker has begun since it was asked.')),
                ('queue', models.CharField(choices=[('first', "a client's only unfinished question"), ('later', 'its other questions, and tables for what-ifs'), ('refine', 'better answers, and long work that a page shows'), ('background', 'work that no page waits for')], default='first', max_length=10)),
                ('client', models.CharField(blank=True, default='', editable=False, help_text='The client that viewed it last, or asked it.', max_length=16)),
                ('limits', models.JSONField(default=dict, help_text='What the solver was allowed to spend.')),
                ('was_interrupted', models.BooleanField(default=False, help_text='Ended early as the machine was busy or failed, or as no page showed it; a restart gets further.')),
                ('finishes_unviewed', models.BooleanField(default=False, help_text='It goes on in the background when no page shows it any more.')),
                ('cancel_requested', models.BooleanField(default=False)),
                ('progress', models.FloatField(default=0.0)),
                ('stage', models.CharField(blank=True, max_length=200)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('queued_at', models.DateTimeField(blank=True, null=True)),
                ('resend_at', models.DateTimeField(blank=True, editable=False, help_text='If it is still queued then, its message is sent again.', null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('heartbeat_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('viewed_until', models.DateTimeField(blank=True, help_text='A page shows the job until this time; every poll extends it.', null=True)),
                ('shared_until', models.DateTimeField(blank=True, editable=False, help_text='Until then several clients view it: none may cancel it.', null=True)),
                ('next_spins_count', models.PositiveSmallIntegerField(default=0, help_text='How many spins are on that board.')),
                ('questions_before_round_2', models.PositiveSmallIntegerField(blank=True, help_text='How many questions are still to come before round 2.', null=True)),
                ('engine_version', models.CharField(max_length=40)),
                ('kind', models.CharField(default='position', editable=False, max_length=12)),
                ('key', models.CharField(editable=False, max_length=64, unique=True)),
                ('position', models.CharField(max_length=80)),
                ('method', models.CharField(default='auto', editable=False, help_text='How the answer is found.', max_length=16)),
                ('input', models.JSONField(blank=True, help_text='What was asked, besides the columns of a question.', null=True)),
                ('result', models.JSONField(blank=True, help_text="The engine's best answer so far.", null=True)),
                ('steps', models.JSONField(blank=True, default=list, help_text='What each answer said, the present one last.')),
                ('tries', models.JSONField(blank=True, editable=False, help_text='The position played out a hundred times and more.', null=True)),
                ('rules', models.JSONField(default=dict, help_text='Every rule option, as the engine lists them.')),
                ('board_revision', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='boards.boardrevision')),
                ('next_spins_revision', models.ForeignKey(blank=True, help_text='The board of the next spins, where that is another.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss_of_next_spins', to='boards.boardrevision')),
                ('part_of', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='answers.storedanswer')),
                ('next_round_revision', models.ForeignKey(blank=True, help_text='The board of round 2, where the question is one of round 1.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss_of_round_1', to='boards.boardrevision')),
            ],
            options={
                'ordering': ('-created_at',),
            },
        ),
        migrations.CreateModel(
            name='Analysis',
            fields=[],
            options={'verbose_name_plural': 'analyses', 'proxy': True, 'indexes': [], 'constraints': []},
            bases=('answers.storedanswer',),
        ),
        migrations.CreateModel(
            name='ChoiceAnalysis',
            fields=[],
            options={'verbose_name': 'choice', 'proxy': True, 'indexes': [], 'constraints': []},
            bases=('answers.storedanswer',),
        ),
        migrations.CreateModel(
            name='Table',
            fields=[],
            options={'proxy': True, 'indexes': [], 'constraints': []},
            bases=('answers.storedanswer',),
        ),
        migrations.AddIndex(
            model_name='storedanswer',
            index=models.Index(fields=['status', 'heartbeat_at'], name='unfinished_jobs'),
        ),
        migrations.AddIndex(
            model_name='storedanswer',
            index=models.Index(django.db.models.functions.comparison.Coalesce('viewed_until', 'created_at'), models.F('kind'), name='answers_by_last_look'),
        ),
        migrations.AddIndex(
            model_name='storedanswer',
            index=models.Index(fields=['board_revision', 'kind'], name='answers_by_board'),
        ),
        migrations.AddIndex(
            model_name='storedanswer',
            index=models.Index(fields=['-created_at', '-id', 'kind'], name='answers_by_age'),
        ),
        migrations.AddConstraint(
            model_name='storedanswer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('next_spins_count', 0), ('next_spins_revision', None)), models.Q(('next_spins_count__gt', 0), ('next_spins_revision__isnull', False)), _connector='OR'), name='next_spins_have_a_board'),
        ),
    ]
