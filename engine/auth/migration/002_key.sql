-- Keys of other systems: each acts as a user of its own, with that user's rights.
create table auth_key (
	id TEXT primary key,
	user_id BIGINT not null,
	name TEXT not null,
	secret BLOB not null,
	addresses TEXT not null,
	created_at BIGINT not null,
	expires_at BIGINT not null,
	used_at BIGINT not null
);
create index auth_key_user on auth_key (user_id);
