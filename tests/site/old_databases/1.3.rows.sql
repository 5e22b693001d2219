INSERT INTO django_migrations (app, name, applied) VALUES
('boards', '0001_initial', '2026-11-21 12:00:00+00:00'),
('boards', '0002_drafts', '2026-11-21 12:00:00+00:00'),
('boards', '0003_guards_and_groups', '2026-11-21 12:00:00+00:00'),
('boards', '0004_guards_against_deleting', '2026-11-21 12:00:00+00:00'),
('analyses', '0001_initial', '2026-11-21 12:00:00+00:00'),
('analyses', '0002_steps', '2026-11-21 12:00:00+00:00'),
('analyses', '0003_now', '2026-11-21 12:00:00+00:00'),
('analyses', '0004_live', '2026-11-21 12:00:00+00:00'),
('analyses', '0005_stored_question', '2026-11-21 12:00:00+00:00'),
('api', '0001_initial', '2026-11-21 12:00:00+00:00'),
('boards', '0005_texts', '2026-11-21 12:00:00+00:00'),
('lab', '0001_initial', '2026-11-21 12:00:00+00:00'),
('lab', '0002_texts', '2026-11-21 12:00:00+00:00'),
('lab', '0003_engine_versions', '2026-11-21 12:00:00+00:00'),
('saved', '0001_initial', '2026-11-21 12:00:00+00:00'),
('saved', '0002_stored_question', '2026-11-21 12:00:00+00:00'),
('saved', '0003_texts', '2026-11-21 12:00:00+00:00'),
('tables', '0001_initial', '2026-11-21 12:00:00+00:00'),
('tables', '0002_what_ifs', '2026-11-21 12:00:00+00:00'),
('tables', '0003_stored_question', '2026-11-21 12:00:00+00:00'),
('whatif', '0001_initial', '2026-11-21 12:00:00+00:00'),
('whatif', '0002_stored_question', '2026-11-21 12:00:00+00:00'),
('whatif', '0003_engine_versions', '2026-11-21 12:00:00+00:00');
INSERT INTO auth_user (id, username, password, first_name, last_name, email, is_superuser, is_staff, is_active, date_joined)
VALUES (1, 'larson', 'md5$salt$0123', '', '', 'fan@example.org', FALSE, TRUE, TRUE, '2026-11-21 12:00:00+00:00');
INSERT INTO auth_group (id, name) VALUES (1, 'Board editors'), (2, 'Board publishers');
INSERT INTO boards_board (id, slug, name, label, show, round, valid_from, valid_to, created_at, owner)
VALUES (1, 'round-2', 'Second round', 'Second round', 'Press Your Luck', '2', '1984-05-19', NULL, '2026-11-21 12:00:00+00:00', '');
INSERT INTO boards_boardrevision (id, number, content, digest, complete, created_at, board_id, author, note)
VALUES (1, 1, '{"squares": [[{"cash": 750}]]}', 'd1', TRUE, '2026-11-21 12:00:00+00:00', 1, '', ''), (2, 2, '{"squares": []}', 'd2', FALSE, '2026-11-21 12:00:00+00:00', 1, 'larson', 'a second one');
INSERT INTO analyses_analysis (id, key, position, rules, engine_version, result, status, message, token, attempts, limits, cancel_requested, progress, stage, created_at, board_revision_id, steps, now_revision_id, now_spins, live)
VALUES (1, 'k1', '4500e3w1,10000,2000e1@1', '{"cap": 20000}', '1.3.0', '{"press": 0.25, "pass": 0.5}', 'done', '', '', 1, '{}', FALSE, 1.0, '', '2026-11-21 12:00:00+00:00', 1, '[{"press": 0.2}]', 2, 1, 'c1'),
(2, 'k2', '0e5,0e3,0e2@3', '{}', '1.3.0', NULL, 'done', '', '', 1, '{}', FALSE, 1.0, '', '2026-11-21 12:00:00+00:00', 2, '[]', NULL, 0, '');
INSERT INTO boards_boarddraft (id, content, state, author, created_at, updated_at, based_on_id, board_id)
VALUES (1, '{}', 'open', 'larson', '2026-11-21 12:00:00+00:00', '2026-11-21 12:00:00+00:00', 2, 1);
INSERT INTO boards_boardevent (id, at, who, kind, summary, board_id, draft_id) VALUES (1, '2026-11-21 12:00:00+00:00', 'larson', 'made', 'a draft', 1, 1);
INSERT INTO api_apikey (id, name, prefix, digest, solves_per_minute, reads_per_minute, created_at, owner_id)
VALUES (1, 'a bot', 'pp_1', 'd', 600, 6000, '2026-11-21 12:00:00+00:00', 1);
INSERT INTO saved_tag (id, name) VALUES (1, 'finals');
INSERT INTO saved_savedanalysis (id, code, owner, title, note, visibility, position, created_at, updated_at)
VALUES (1, 'abcdefgh', 'user:1', 'The last spin', 'why he passed', 'public', '4500e3w1,10000,2000e1@1', '2026-11-21 12:00:00+00:00', '2026-11-21 12:00:00+00:00');
INSERT INTO saved_savedanalysis_tags (id, savedanalysis_id, tag_id) VALUES (1, 1, 1);
INSERT INTO saved_version (id, number, now_spins, rules, result, steps, engine_version, made_at, taken_at, analysis_id, board_revision_id, now_revision_id, saved_id)
VALUES (1, 1, 1, '{"cap": 20000}', '{"press": 0.25}', '[]', '1.3.0', '2026-11-21 12:00:00+00:00', '2026-11-21 12:00:00+00:00', 1, 1, 2, 1),
(2, 2, 0, '{}', NULL, '[]', '', '2026-11-21 12:00:00+00:00', NULL, NULL, 2, NULL, 1);
INSERT INTO lab_labanswer (id, key, game, question, options, result, field, engine_version, status, message, token, attempts, limits, cancel_requested, progress, stage, created_at)
VALUES (1, 'l1', 'pig', 'contest', '{"goal": 100}', '{"chance": 0.5}', '', '1.3.0', 'done', '', '', 1, '{}', FALSE, 1.0, '', '2026-11-21 12:00:00+00:00'),
(2, 'l2', 'tree', 'moves', '{}', '{"wrong": true}', '', '1.3.0', 'done', '', '', 1, '{}', FALSE, 1.0, '', '2026-11-21 12:00:00+00:00');
INSERT INTO tables_table (id, key, configuration, rules, engine_version, unit, bytes, states, board_revision_id, purpose, status, message, token, attempts, limits, cancel_requested, progress, stage, created_at)
VALUES (1, 't1', '0e2,0,0@1', '{}', '1.3.0', 500, 1000, 100, 1, 'whatif', 'done', '', '', 1, '{}', FALSE, 1.0, '', '2026-11-21 12:00:00+00:00');
INSERT INTO whatif_whatifmap (id, key, position, now_spins, rules, "row", "column", created_at, board_revision_id, now_revision_id, engine_version)
VALUES (1, 'w1', '0e2,0,0@1', 0, '{}', 'a', 'b', '2026-11-21 12:00:00+00:00', 1, NULL, '1.3.0');
INSERT INTO whatif_mappart (id, place, value, position, number, "values", cells, map_id, status, message, token, attempts, limits, cancel_requested, progress, stage, created_at)
VALUES (1, 0, 500, '500e2,0,0@1', 'b', '[1, 2]', '{"1": 0.5}', 1, 'done', '', '', 1, '{}', FALSE, 1.0, '', '2026-11-21 12:00:00+00:00');
