-- The devices on which an account was signed in.
create table auth_known (
	user_id BIGINT not null,
	device_hash TEXT not null,
	seen_at BIGINT not null,
	primary key (user_id, device_hash)
);
