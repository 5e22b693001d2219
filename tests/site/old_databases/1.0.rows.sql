INSERT INTO django_migrations (app, name, applied) VALUES
('boards', '0001_initial', '2026-11-21 12:00:00+00:00'),
('analyses', '0001_initial', '2026-11-21 12:00:00+00:00');
INSERT INTO auth_user (id, username, password, first_name, last_name, email, is_superuser, is_staff, is_active, date_joined)
VALUES (1, 'larson', 'md5$salt$0123', '', '', 'fan@example.org', FALSE, TRUE, TRUE, '2026-11-21 12:00:00+00:00');
INSERT INTO boards_board (id, slug, name, label, show, round, valid_from, valid_to, created_at)
VALUES (1, 'round-2', 'Second round', 'Second round', 'Press Your Luck', '2', '1984-05-19', NULL, '2026-11-21 12:00:00+00:00');
INSERT INTO boards_boardrevision (id, number, content, digest, complete, created_at, board_id)
VALUES (1, 1, '{"squares": [[{"cash": 750}]]}', 'd1', TRUE, '2026-11-21 12:00:00+00:00', 1), (2, 2, '{"squares": []}', 'd2', FALSE, '2026-11-21 12:00:00+00:00', 1);
INSERT INTO analyses_analysis (id, key, position, rules, engine_version, result, status, message, token, attempts, limits, cancel_requested, progress, stage, created_at, board_revision_id)
VALUES (1, 'k1', '4500e3w1,10000,2000e1@1', '{"cap": 20000}', '1.0.0', '{"press": 0.25, "pass": 0.5}', 'done', '', '', 1, '{}', FALSE, 1.0, '', '2026-11-21 12:00:00+00:00', 1),
(2, 'k2', '0e5,0e3,0e2@3', '{}', '1.0.0', NULL, 'done', '', '', 1, '{}', FALSE, 1.0, '', '2026-11-21 12:00:00+00:00', 2);
