import django.core.validators
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
            name='Review',
            fields=[],
            options={'proxy': True, 'indexes': [], 'constraints': []},
            bases=('answers.storedanswer',),
        ),
        migrations.CreateModel(
            name='BetweenRoundsAnalysis',
            fields=[],
            options={'proxy': True, 'indexes': [], 'constraints': []},
            bases=('answers.storedanswer',),
        ),
        migrations.CreateModel(
            name='StoredGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=pressorpass_site.core.owned.make_code, editable=False, max_length=16, unique=True)),
                ('owner', models.CharField(db_index=True, editable=False, max_length=64)),
                ('title', models.CharField(max_length=120)),
                ('visibility', models.CharField(choices=[('public', 'Public: anyone can find it'), ('unlisted', 'Unlisted: anyone with the link'), ('private', 'Private: only you')], default='unlisted', max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('host_key', models.CharField(default=pressorpass_site.core.owned.make_code, editable=False, max_length=16)),
                ('overlay_key', models.CharField(blank=True, default='', editable=False, max_length=16)),
                ('hints', models.CharField(default='hide', editable=False, max_length=8)),
                ('hides_names', models.BooleanField(default=False, help_text="Only the owner sees the contestants' names.")),
                ('delay', models.PositiveSmallIntegerField(default=0, help_text='Seconds that all but the hosts are behind, at least.')),
                ('headers', models.JSONField(default=dict, help_text='As the engine writes them, without the boards.')),
                ('version', models.PositiveIntegerField(default=0)),
                ('board_1', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games_of_round_1', to='boards.boardrevision', verbose_name='board of round 1')),
                ('board_2', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games_of_round_2', to='boards.boardrevision', verbose_name='board of round 2')),
                ('review', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='games', to='games.review')),
            ],
            options={
                'verbose_name': 'game',
                'ordering': ('-created_at', '-pk'),
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='StoredEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(help_text='Its place among all events of the game, from 1.')),
                ('client_id', models.CharField(max_length=80)),
                ('data', models.JSONField()),
                ('entered_at', models.DateTimeField(auto_now_add=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='games.storedgame')),
            ],
            options={
                'verbose_name': 'event',
                'ordering': ('game', 'number'),
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='one_event_per_number'), models.UniqueConstraint(fields=('game', 'client_id'), name='one_event_per_client_id')],
            },
        ),
        migrations.CreateModel(
            name='Vote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('question', models.CharField(max_length=64)),
                ('position', models.CharField(blank=True, max_length=80)),
                ('voter', models.CharField(db_index=True, editable=False, max_length=64)),
                ('name', models.CharField(blank=True, default='', max_length=30)),
                ('action', models.CharField(choices=[('press', 'Press'), ('pass', 'Pass'), ('one', 'The first choice'), ('two', 'The second choice')], max_length=5)),
                ('guess', models.PositiveSmallIntegerField(blank=True, help_text='The mover’s chance to win with the better choice, as guessed, in percent.', null=True, validators=[django.core.validators.MaxValueValidator(100)])),
                ('made_at', models.DateTimeField(auto_now_add=True, db_index=True)),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='games.storedgame')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('question', 'voter'), name='one_vote_per_voter_and_question'), models.CheckConstraint(condition=models.Q(('guess__lte', 100)), name='guess_is_a_percentage')],
            },
        ),
        migrations.AddIndex(
            model_name='storedgame',
            index=models.Index(fields=['visibility', '-created_at'], name='games_by_visibility'),
        ),
        migrations.AddIndex(
            model_name='storedgame',
            index=models.Index(fields=['visibility', '-updated_at'], name='games_by_change'),
        ),
        migrations.AddIndex(
            model_name='storedgame',
            index=models.Index(fields=['-created_at', '-id'], name='games_by_age'),
        ),
    ]
