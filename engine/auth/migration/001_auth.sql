create table auth_credential (
	user_id BIGINT PRIMARY KEY,
	hash TEXT not null,
	changed_at BIGINT not null
);

create table auth_session (
	id BIGINT PRIMARY KEY,
	token_hash TEXT not null unique,
	user_id BIGINT not null,
	guid TEXT not null,
	sign_key BLOB not null,
	created_at BIGINT not null,
	expires_at BIGINT not null,
	address TEXT not null,
	agent TEXT not null
);
create index auth_session_user on auth_session (user_id);
create index auth_session_expires on auth_session (expires_at);

-- One row per thing that is guessed at, such as an account from an address.
create table auth_attempt (
	key TEXT primary key,
	count BIGINT not null,
	since BIGINT not null
);

-- Tokens that are good once: set-up of an empty database, reset of a password.
create table auth_ticket (
	token_hash TEXT primary key,
	purpose TEXT not null,
	user_id BIGINT,
	expires_at BIGINT not null
);

-- The call row: what makes a write happen once.
create table auth_call (
	id BIGINT PRIMARY KEY,
	user_id BIGINT not null,
	part TEXT not null,
	nonce TEXT,
	call_key TEXT,
	digest TEXT not null,
	answer BLOB,
	created_at BIGINT not null
);
create unique index auth_call_nonce on auth_call (user_id, nonce, part) where nonce is not null;
create unique index auth_call_key on auth_call (user_id, call_key, part) where call_key is not null;
create index auth_call_created on auth_call (created_at);
