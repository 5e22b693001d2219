INSERT INTO auth_user (id, username, password, first_name, last_name, email, is_superuser, is_staff, is_active, date_joined)
VALUES (1, 'larson', 'md5$salt$0123', '', '', 'fan@example.org', FALSE, TRUE, TRUE, '2026-11-21 12:00:00+00:00');
INSERT INTO boards_board (id, slug, name, label, show, round, valid_from, valid_to, created_at, owner)
VALUES (1, 'round-2', 'Second round', 'Second round', 'Press Your Luck', '2', '1984-05-19', NULL, '2026-11-21 12:00:00+00:00', '');
INSERT INTO boards_boardrevision (id, number, content, digest, complete, created_at, board_id, author, note)
VALUES (1, 1, '{"squares": [[{"cash": 750}]]}', 'd1', TRUE, '2026-11-21 12:00:00+00:00', 1, '', ''), (2, 2, '{"squares": []}', 'd2', FALSE, '2026-11-21 12:00:00+00:00', 1, 'larson', 'a second one');
INSERT INTO analyses_analysis (id, key, position, rules, engine_version, result, status, message, token, attempts, limits, cancel_requested, slot_wanted, progress, stage, created_at, board_revision_id, steps, now_revision_id, now_spins, live)
VALUES (1, 'k1', '4500e3w1,10000,2000e1@1', '{"cap": 20000}', '1.6.0', '{"press": 0.25, "pass": 0.5}', 'done', '', '', 1, '{}', FALSE, FALSE, 1.0, '', '2026-11-21 12:00:00+00:00', 1, '[{"press": 0.2}]', 2, 1, 'c1'),
(2, 'k2', '0e5,0e3,0e2@3', '{}', '1.6.0', NULL, 'done', '', '', 1, '{}', FALSE, FALSE, 1.0, '', '2026-11-21 12:00:00+00:00', 2, '[]', NULL, 0, '');
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
VALUES (1, 1, 1, '{"cap": 20000}', '{"press": 0.25}', '[]', '1.6.0', '2026-11-21 12:00:00+00:00', '2026-11-21 12:00:00+00:00', 1, 1, 2, 1),
(2, 2, 0, '{}', NULL, '[]', '', '2026-11-21 12:00:00+00:00', NULL, NULL, 2, NULL, 1);
INSERT INTO lab_labanswer (id, key, game, question, options, result, field, engine_version, status, message, token, attempts, limits, cancel_requested, slot_wanted, progress, stage, created_at)
VALUES (1, 'l1', 'pig', 'contest', '{"goal": 100}', '{"chance": 0.5}', '', '1.6.0', 'done', '', '', 1, '{}', FALSE, FALSE, 1.0, '', '2026-11-21 12:00:00+00:00'),
(2, 'l2', 'tree', 'moves', '{}', '{"wrong": true}', '', '1.6.0', 'done', '', '', 1, '{}', FALSE, FALSE, 1.0, '', '2026-11-21 12:00:00+00:00');
INSERT INTO tables_table (id, key, configuration, rules, engine_version, unit, bytes, states, board_revision_id, purpose, status, message, token, attempts, limits, cancel_requested, slot_wanted, progress, stage, created_at)
VALUES (1, 't1', '0e2,0,0@1', '{}', '1.6.0', 500, 1000, 100, 1, 'whatif', 'done', '', '', 1, '{}', FALSE, FALSE, 1.0, '', '2026-11-21 12:00:00+00:00');
INSERT INTO whatif_whatifmap (id, key, position, now_spins, rules, "row", "column", created_at, board_revision_id, now_revision_id, engine_version)
VALUES (1, 'w1', '0e2,0,0@1', 0, '{}', 'a', 'b', '2026-11-21 12:00:00+00:00', 1, NULL, '1.6.0');
INSERT INTO whatif_mappart (id, place, value, position, number, "values", cells, map_id, status, message, token, attempts, limits, cancel_requested, slot_wanted, progress, stage, created_at)
VALUES (1, 0, 500, '500e2,0,0@1', 'b', '[1, 2]', '{"1": 0.5}', 1, 'done', '', '', 1, '{}', FALSE, FALSE, 1.0, '', '2026-11-21 12:00:00+00:00');
INSERT INTO choices_choicerow (id, key, position, square, shows, rules, engine_version, result, version, board_revision_id, status, message, token, attempts, limits, cancel_requested, slot_wanted, progress, stage, created_at)
VALUES (1, 'c1', '8000e3,3000,0@1', 9, '8:500+', '{}', '1.6.0', '{"best": "8"}', 1, 1, 'done', '', '', 1, '{}', FALSE, FALSE, 1.0, '', '2026-11-27 12:00:00+00:00');
INSERT INTO games_storedgame (id, code, owner, title, visibility, created_at, updated_at, host_key, hides_names, headers, version, board_1_id, board_2_id)
VALUES (1, 'abcdefghijk', 'user:1', 'The finals', 'public', '2026-11-27 12:00:00+00:00', '2026-11-27 12:00:00+00:00', 'hijklmnopqr', TRUE, '{"names": ["Ann", "", ""]}', 1, 1, 2);
INSERT INTO games_storedevent (id, number, client_id, data, entered_at, game_id) VALUES (1, 1, 'a1', '{"type": "round", "round": 1, "spins": [3, 2, 4]}', '2026-11-27 12:00:00+00:00', 1);
INSERT INTO games_call (id, number, caller, name, action, made_at, game_id) VALUES (1, 1, 'browser:2', 'Bob', 'press', '2026-11-27 12:00:00+00:00', 1);
INSERT INTO dilemmas_vote (id, question, position, voter, action, made_at) VALUES (1, 'q1', '8000e3,3000,0@1', 'browser:2', 'pass', '2026-11-27 12:00:00+00:00');
INSERT INTO reviews_review (id, key, game, engine_version, created_at) VALUES (1, 'r1', '{"events": []}', '1.6.0', '2026-11-27 12:00:00+00:00');
INSERT INTO reviews_reviewpart (id, key, position, review_id, status, message, token, attempts, limits, cancel_requested, slot_wanted, progress, stage, created_at)
VALUES (1, 'p1', '8000e3,3000,0@1', 1, 'done', '', '', 1, '{}', FALSE, FALSE, 1.0, '', '2026-11-27 12:00:00+00:00');
INSERT INTO reviews_positionodds (id, key, position, board_digest, rules, engine_version, "values", updated_at) VALUES (1, 'o1', '8000e3,3000,0@1', 'd1', '{}', '1.6.0', '{"press": 0.5}', '2026-11-27 12:00:00+00:00');
