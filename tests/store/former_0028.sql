BEGIN TRANSACTION;
CREATE TABLE account_invitations (
	token_hash VARCHAR(64) NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	CONSTRAINT pk_account_invitations PRIMARY KEY (token_hash)
);
CREATE TABLE acts (
	id VARCHAR(32) NOT NULL, 
	at DOUBLE NOT NULL, 
	actor TEXT NOT NULL, 
	act TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	detail TEXT NOT NULL, 
	CONSTRAINT pk_acts PRIMARY KEY (id)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0028');
CREATE TABLE analyses (
	match_id VARCHAR(32) NOT NULL, 
	played INTEGER NOT NULL, 
	person_id VARCHAR(32), 
	origin VARCHAR(32), 
	asked_at DOUBLE NOT NULL, 
	claimed_by VARCHAR(64), 
	claim_expires_at DOUBLE NOT NULL, 
	tries SMALLINT NOT NULL, 
	made_at DOUBLE, 
	content JSON, 
	CONSTRAINT pk_analyses PRIMARY KEY (match_id, played), 
	CONSTRAINT fk_analyses_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE, 
	CONSTRAINT fk_analyses_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE SET NULL
);
CREATE TABLE blocks (
	person_id VARCHAR(32) NOT NULL, 
	blocked_id VARCHAR(32) NOT NULL, 
	created_at DOUBLE NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (person_id, blocked_id), 
	CONSTRAINT fk_blocks_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT fk_blocks_blocked_id FOREIGN KEY(blocked_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE broadcasts (
	person_id VARCHAR(32) NOT NULL, 
	wanted BOOLEAN NOT NULL, 
	sent_at DOUBLE NOT NULL, 
	CONSTRAINT pk_broadcasts PRIMARY KEY (person_id), 
	CONSTRAINT fk_broadcasts_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE challenge_addresses (
	token_hash VARCHAR(64) NOT NULL, 
	challenge_id VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_challenge_addresses PRIMARY KEY (token_hash), 
	CONSTRAINT fk_challenge_addresses_challenge_id FOREIGN KEY(challenge_id) REFERENCES match_challenges (id) ON DELETE CASCADE
);
CREATE TABLE challenges (
	challenge_hash VARCHAR(64) NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	CONSTRAINT pk_challenges PRIMARY KEY (challenge_hash)
);
CREATE TABLE further_addresses (
	address TEXT NOT NULL, 
	person_id VARCHAR(32) NOT NULL, 
	added_at DOUBLE NOT NULL, 
	CONSTRAINT pk_further_addresses PRIMARY KEY (address), 
	CONSTRAINT fk_further_addresses_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE heartbeat (
	id SMALLINT NOT NULL, 
	beat_at DOUBLE NOT NULL, 
	CONSTRAINT pk_heartbeat PRIMARY KEY (id)
);
CREATE TABLE inbox (
	id VARCHAR(32) NOT NULL, 
	received_at DOUBLE NOT NULL, 
	sender TEXT NOT NULL, 
	recipient TEXT NOT NULL, 
	raw BLOB NOT NULL, 
	size BIGINT NOT NULL, 
	copy_key VARCHAR(64), 
	steps JSON NOT NULL, 
	tries SMALLINT NOT NULL, 
	next_at DOUBLE NOT NULL, 
	claimed_by VARCHAR(32), 
	claim_expires_at DOUBLE NOT NULL, 
	handled_at DOUBLE, 
	outcome TEXT NOT NULL, 
	CONSTRAINT pk_inbox PRIMARY KEY (id)
);
CREATE TABLE leavers (
	match_id VARCHAR(32) NOT NULL, 
	number SMALLINT NOT NULL, 
	seat SMALLINT NOT NULL, 
	turns INTEGER NOT NULL, 
	reason VARCHAR(16) NOT NULL, 
	name TEXT NOT NULL, 
	person_id VARCHAR(32), 
	left_at DOUBLE NOT NULL, 
	stand_in TEXT NOT NULL, 
	replaced_at INTEGER NOT NULL, 
	replaced_by VARCHAR(32), 
	CONSTRAINT pk_leavers PRIMARY KEY (match_id, number), 
	CONSTRAINT fk_leavers_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE, 
	CONSTRAINT fk_leavers_person_id FOREIGN KEY(person_id) REFERENCES people (id), 
	CONSTRAINT fk_leavers_replaced_by FOREIGN KEY(replaced_by) REFERENCES people (id)
);
CREATE TABLE match_challenges (
	id VARCHAR(32) NOT NULL, 
	challenger_id VARCHAR(32) NOT NULL, 
	challenged_id VARCHAR(32) NOT NULL, 
	game TEXT NOT NULL, 
	begins VARCHAR(16) NOT NULL, 
	clock TEXT, 
	tick DOUBLE, 
	position TEXT, 
	nonce VARCHAR(64) NOT NULL, 
	message TEXT NOT NULL, 
	created_at DOUBLE NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	answer TEXT NOT NULL, 
	answered_at DOUBLE, 
	match_id VARCHAR(32), 
	counters VARCHAR(32), rated BOOLEAN DEFAULT 0 NOT NULL, nag_days SMALLINT, 
	CONSTRAINT pk_match_challenges PRIMARY KEY (id), 
	CONSTRAINT fk_match_challenges_challenger_id FOREIGN KEY(challenger_id) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT fk_match_challenges_challenged_id FOREIGN KEY(challenged_id) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT fk_match_challenges_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "match_challenges" VALUES('WXFkxKYFigBYGiKy','e9XUfkRvzsKj2BFz','YRDleBvMzqaWdi5h','orion(clicks=1)','challenger','10d+36h/10d',NULL,NULL,'','',1790000000.0,'accepted','',1790000000.0,'NX5EzTEpkDrB1FWX',NULL,0,NULL);
CREATE TABLE matches (
	id VARCHAR(32) NOT NULL, 
	revision INTEGER NOT NULL, 
	answerable_since INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	position TEXT, 
	clock TEXT, 
	dice TEXT NOT NULL, 
	offer JSON, 
	sealed JSON NOT NULL, 
	result TEXT NOT NULL, 
	ending TEXT NOT NULL, 
	turns INTEGER NOT NULL, 
	created_at DOUBLE NOT NULL, 
	updated_at DOUBLE NOT NULL, 
	turn_started_at DOUBLE NOT NULL, 
	deadline DOUBLE, live JSON, host_id VARCHAR(32) REFERENCES people (id), secret VARCHAR(64), takebacks JSON, clock_started_at DOUBLE, paused DOUBLE DEFAULT '0' NOT NULL, turn_clock JSON, origin VARCHAR(32), number INTEGER, hints JSON, rematch VARCHAR(32), planned BOOLEAN DEFAULT 0 NOT NULL, rated BOOLEAN DEFAULT 0 NOT NULL, rated_at DOUBLE, private BOOLEAN DEFAULT 0 NOT NULL, nag_days SMALLINT, 
	CONSTRAINT pk_matches PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('NX5EzTEpkDrB1FWX',1,1,'orion(clicks=1)',NULL,'10d+36h/10d','system',NULL,'{}','*','',1,1790000000.0,1790000060.0,1790000060.0,1790129660.0,NULL,'YRDleBvMzqaWdi5h','a242fdf11f8f2b1a39f3c3e693114351dcbed407e3e6b605b99e8306dda748a6',NULL,1790000060.0,0.0,NULL,NULL,1,NULL,NULL,0,0,NULL,0,NULL);
INSERT INTO "matches" VALUES('3w5zN0IME_j11A9s',0,0,'orion',NULL,NULL,'system',NULL,'{}','*','',0,1790000060.0,1790000060.0,1790000060.0,NULL,NULL,'e9XUfkRvzsKj2BFz','e079d1b987376f07bcb81287fdc8c0388fe881c3a0661970ef3f6df0148ded7e',NULL,1790000060.0,0.0,NULL,NULL,2,NULL,NULL,0,0,NULL,0,NULL);
CREATE TABLE notice_settings (
	person_id VARCHAR(32) NOT NULL, 
	mail VARCHAR(8) NOT NULL, 
	quiet_from SMALLINT, 
	quiet_to SMALLINT, 
	zone TEXT NOT NULL, 
	nag_days SMALLINT NOT NULL, 
	token VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_notice_settings PRIMARY KEY (person_id), 
	CONSTRAINT fk_notice_settings_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE notices (
	id VARCHAR(32) NOT NULL, 
	person_id VARCHAR(32) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	path TEXT NOT NULL, 
	match_id VARCHAR(32), 
	turns INTEGER NOT NULL, 
	by_id VARCHAR(32), 
	data JSON NOT NULL, 
	created_at DOUBLE NOT NULL, 
	read_at DOUBLE, 
	mail_at DOUBLE, 
	mailed_at DOUBLE, 
	CONSTRAINT pk_notices PRIMARY KEY (id), 
	CONSTRAINT fk_notices_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT fk_notices_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE, 
	CONSTRAINT fk_notices_by_id FOREIGN KEY(by_id) REFERENCES people (id) ON DELETE CASCADE
);
INSERT INTO "notices" VALUES('2de50472433d2e44fed8b6b8','YRDleBvMzqaWdi5h','challenge','/challenges/WXFkxKYFigBYGiKy',NULL,0,'e9XUfkRvzsKj2BFz','{"text": "Ann challenges you to Orion: Hydra (clicks 1)."}',1790000000.0,1790000000.0,NULL,NULL);
INSERT INTO "notices" VALUES('1e029a8a3f415b024a146cf0','e9XUfkRvzsKj2BFz','turn','/matches/NX5EzTEpkDrB1FWX','NX5EzTEpkDrB1FWX',0,NULL,'{}',1790000000.0,1790000060.0,NULL,NULL);
INSERT INTO "notices" VALUES('d98a98e1cf999661f967bdaf','YRDleBvMzqaWdi5h','turn','/matches/NX5EzTEpkDrB1FWX','NX5EzTEpkDrB1FWX',1,NULL,'{}',1790000060.0,NULL,1790000120.0,NULL);
CREATE TABLE outbox (
	id VARCHAR(32) NOT NULL, 
	channel VARCHAR(16) NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	person_id VARCHAR(32), 
	address TEXT NOT NULL, 
	data JSON NOT NULL, 
	created_at DOUBLE NOT NULL, 
	send_at DOUBLE NOT NULL, 
	sent_at DOUBLE, 
	tries SMALLINT NOT NULL, 
	claim_expires_at DOUBLE NOT NULL, sending_at DOUBLE, failed_at DOUBLE, error TEXT, claimed_by VARCHAR(32), 
	CONSTRAINT pk_outbox PRIMARY KEY (id), 
	CONSTRAINT fk_outbox_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE passkeys (
	credential_id TEXT NOT NULL, 
	person_id VARCHAR(32) NOT NULL, 
	name TEXT NOT NULL, 
	public_key BLOB NOT NULL, 
	sign_count BIGINT NOT NULL, 
	created_at DOUBLE NOT NULL, 
	used_at DOUBLE, 
	CONSTRAINT pk_passkeys PRIMARY KEY (credential_id), 
	CONSTRAINT fk_passkeys_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE password_tries (
	name_key TEXT NOT NULL, 
	began_at DOUBLE NOT NULL, 
	tries INTEGER NOT NULL, 
	CONSTRAINT pk_password_tries PRIMARY KEY (name_key)
);
CREATE TABLE passwords (
	person_id VARCHAR(32) NOT NULL, 
	hash TEXT NOT NULL, 
	mailed_hash TEXT NOT NULL, 
	mailed_until DOUBLE NOT NULL, 
	CONSTRAINT pk_passwords PRIMARY KEY (person_id), 
	CONSTRAINT fk_passwords_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE pending_commands (
	token_hash VARCHAR(64) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	line TEXT NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	CONSTRAINT pk_pending_commands PRIMARY KEY (token_hash), 
	CONSTRAINT fk_pending_commands_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE people (
	id VARCHAR(32) NOT NULL, 
	name TEXT NOT NULL, 
	named BOOLEAN NOT NULL, 
	created_at DOUBLE NOT NULL, account_since DOUBLE, name_key TEXT, email TEXT, invited BOOLEAN DEFAULT 0 NOT NULL, administrator BOOLEAN DEFAULT 0 NOT NULL, closed_at DOUBLE, challenges VARCHAR(16) DEFAULT 'start' NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('e9XUfkRvzsKj2BFz','Ann',1,1790000000.0,1790000000.0,'ann','ann@example.org',0,0,NULL,'start');
INSERT INTO "people" VALUES('YRDleBvMzqaWdi5h','Bob',1,1790000000.0,1790000000.0,'bob','bob@example.org',0,0,NULL,'start');
CREATE TABLE queued_turns (
	match_id VARCHAR(32) NOT NULL, 
	seat SMALLINT NOT NULL, 
	lines JSON NOT NULL, 
	CONSTRAINT pk_queued_turns PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_queued_turns_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE
);
CREATE TABLE rating_changes (
	match_id VARCHAR(32) NOT NULL, 
	person_id VARCHAR(32) NOT NULL, 
	game TEXT NOT NULL, 
	tempo VARCHAR(16) NOT NULL, 
	rated_at DOUBLE NOT NULL, 
	score DOUBLE NOT NULL, 
	mean_before DOUBLE, 
	deviation_before DOUBLE, 
	mean DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	CONSTRAINT pk_rating_changes PRIMARY KEY (match_id, person_id), 
	CONSTRAINT fk_rating_changes_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE, 
	CONSTRAINT fk_rating_changes_person_id FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE TABLE refusing_addresses (
	address TEXT NOT NULL, 
	since DOUBLE NOT NULL, 
	reason TEXT NOT NULL, 
	CONSTRAINT pk_refusing_addresses PRIMARY KEY (address)
);
CREATE TABLE reply_addresses (
	token_hash VARCHAR(64) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	match_id VARCHAR(32) NOT NULL, 
	seat SMALLINT NOT NULL, 
	turns INTEGER NOT NULL, 
	takebacks INTEGER NOT NULL, 
	created_at DOUBLE NOT NULL, 
	used_at DOUBLE, 
	CONSTRAINT pk_reply_addresses PRIMARY KEY (token_hash), 
	CONSTRAINT fk_reply_addresses_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT fk_reply_addresses_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE
);
CREATE TABLE seats (
	match_id VARCHAR(32) NOT NULL, 
	seat SMALLINT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	name TEXT NOT NULL, 
	value DOUBLE, 
	due BOOLEAN NOT NULL, 
	claimed_by VARCHAR(64), 
	claim_expires_at DOUBLE NOT NULL, points INTEGER, person_id VARCHAR(32) REFERENCES people (id), invitation VARCHAR(32), invited_at DOUBLE, awaited BOOLEAN DEFAULT 0 NOT NULL, nonce VARCHAR(64), warn_at DOUBLE, warned INTEGER, won_in TEXT, won_at DOUBLE, 
	CONSTRAINT pk_seats PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_seats_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('NX5EzTEpkDrB1FWX',0,'person','Ann',NULL,0,NULL,0.0,NULL,'e9XUfkRvzsKj2BFz',NULL,NULL,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('NX5EzTEpkDrB1FWX',1,'person','Bob',NULL,0,NULL,0.0,NULL,'YRDleBvMzqaWdi5h',NULL,NULL,1,NULL,1790097260.0,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('3w5zN0IME_j11A9s',0,'person','Ann',NULL,0,NULL,0.0,NULL,'e9XUfkRvzsKj2BFz',NULL,NULL,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('3w5zN0IME_j11A9s',1,'bot','easy',NULL,0,NULL,0.0,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	person_id VARCHAR(32) NOT NULL, 
	browser TEXT NOT NULL, 
	created_at DOUBLE NOT NULL, 
	seen_at DOUBLE NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE sign_in_codes (
	token_hash VARCHAR(64) NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	email TEXT NOT NULL, 
	person_id VARCHAR(32) NOT NULL, 
	tries SMALLINT NOT NULL, 
	expires_at DOUBLE NOT NULL, further BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_sign_in_codes PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sign_in_codes_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE turns (
	match_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	took DOUBLE, 
	time_left DOUBLE, 
	played_at DOUBLE NOT NULL, clocks JSON, 
	CONSTRAINT pk_turns PRIMARY KEY (match_id, number), 
	CONSTRAINT fk_turns_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "turns" VALUES('NX5EzTEpkDrB1FWX',1,'u+',60.0,864000.0,1790000060.0,NULL);
CREATE TABLE vacation_balances (
	person_id VARCHAR(32) NOT NULL, 
	seconds DOUBLE NOT NULL, 
	counted_at DOUBLE NOT NULL, 
	CONSTRAINT pk_vacation_balances PRIMARY KEY (person_id), 
	CONSTRAINT fk_vacation_balances_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE vacations (
	person_id VARCHAR(32) NOT NULL, 
	begins_at DOUBLE NOT NULL, 
	ends_at DOUBLE NOT NULL, 
	CONSTRAINT pk_vacations PRIMARY KEY (person_id, begins_at), 
	CONSTRAINT fk_vacations_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE watchers (
	match_id VARCHAR(32) NOT NULL, 
	person_id VARCHAR(32) NOT NULL, 
	turns INTEGER NOT NULL, 
	told_at DOUBLE NOT NULL, 
	CONSTRAINT pk_watchers PRIMARY KEY (match_id, person_id), 
	CONSTRAINT fk_watchers_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE, 
	CONSTRAINT fk_watchers_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE INDEX ix_matches_deadline ON matches (deadline);
CREATE INDEX ix_matches_updated_at ON matches (updated_at);
CREATE INDEX ix_seats_due_claim_expires_at ON seats (due, claim_expires_at);
CREATE INDEX ix_sessions_person_id ON sessions (person_id);
CREATE UNIQUE INDEX ix_people_name_key ON people (name_key);
CREATE UNIQUE INDEX ix_people_email ON people (email);
CREATE INDEX ix_matches_host_id ON matches (host_id);
CREATE INDEX ix_passkeys_person_id ON passkeys (person_id);
CREATE INDEX ix_challenges_expires_at ON challenges (expires_at);
CREATE INDEX ix_sign_in_codes_email ON sign_in_codes (email);
CREATE INDEX ix_sign_in_codes_person_id ON sign_in_codes (person_id);
CREATE INDEX ix_sign_in_codes_expires_at ON sign_in_codes (expires_at);
CREATE INDEX ix_outbox_person_id ON outbox (person_id);
CREATE INDEX ix_outbox_address ON outbox (address);
CREATE INDEX ix_acts_at ON acts (at);
CREATE INDEX ix_seats_warn_at ON seats (warn_at);
CREATE INDEX ix_matches_origin ON matches (origin);
CREATE INDEX ix_seats_won_in_points_won_at ON seats (won_in, points, won_at);
CREATE INDEX ix_seats_person_id_awaited ON seats (person_id, awaited);
CREATE INDEX ix_leavers_person_id ON leavers (person_id);
CREATE INDEX ix_blocks_blocked_id ON blocks (blocked_id);
CREATE TRIGGER acts_update BEFORE UPDATE ON acts BEGIN SELECT RAISE(ABORT, 'the log of acts can only be added to'); END;
CREATE TRIGGER acts_delete BEFORE DELETE ON acts BEGIN SELECT RAISE(ABORT, 'the log of acts can only be added to'); END;
CREATE UNIQUE INDEX ix_matches_number ON matches (number);
CREATE INDEX ix_reply_addresses_person ON reply_addresses (person);
CREATE INDEX ix_reply_addresses_match_id ON reply_addresses (match_id);
CREATE INDEX ix_reply_addresses_created_at ON reply_addresses (created_at);
CREATE INDEX ix_match_challenges_challenger_id_state ON match_challenges (challenger_id, state);
CREATE INDEX ix_match_challenges_challenged_id_state ON match_challenges (challenged_id, state);
CREATE UNIQUE INDEX ix_inbox_copy_key ON inbox (copy_key);
CREATE INDEX ix_inbox_handled_at_next_at ON inbox (handled_at, next_at);
CREATE INDEX ix_inbox_received_at ON inbox (received_at);
CREATE INDEX ix_inbox_claimed_by ON inbox (claimed_by);
CREATE INDEX ix_notices_match_id ON notices (match_id);
CREATE INDEX ix_notices_by_id ON notices (by_id);
CREATE INDEX ix_notices_mail_at ON notices (mail_at);
CREATE INDEX ix_notices_person_id_read_at ON notices (person_id, read_at);
CREATE UNIQUE INDEX ix_notice_settings_token ON notice_settings (token);
CREATE INDEX ix_analyses_person_id ON analyses (person_id);
CREATE INDEX ix_analyses_origin ON analyses (origin);
CREATE INDEX ix_analyses_made_at ON analyses (made_at);
CREATE INDEX ix_password_tries_began_at ON password_tries (began_at);
CREATE INDEX ix_pending_commands_person ON pending_commands (person);
CREATE INDEX ix_pending_commands_expires_at ON pending_commands (expires_at);
CREATE INDEX ix_outbox_claimed_by ON outbox (claimed_by);
CREATE INDEX ix_outbox_waiting ON outbox (send_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX ix_matches_rated_at ON matches (rated_at);
CREATE INDEX ix_rating_changes_person_id_game_tempo_rated_at ON rating_changes (person_id, game, tempo, rated_at);
CREATE INDEX ix_rating_changes_game_tempo ON rating_changes (game, tempo);
CREATE INDEX ix_watchers_person_id ON watchers (person_id);
CREATE INDEX ix_challenge_addresses_challenge_id ON challenge_addresses (challenge_id);
CREATE INDEX ix_further_addresses_person_id ON further_addresses (person_id);
COMMIT;
