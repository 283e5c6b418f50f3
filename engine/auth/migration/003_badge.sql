-- A badge and its PIN sign in on an enrolled device only.
create table auth_badge (
	user_id BIGINT PRIMARY KEY,
	badge_hash TEXT not null unique,
	pin_hash TEXT not null,
	changed_at BIGINT not null
);

create table auth_device (
	guid TEXT primary key,
	name TEXT not null,
	enrolled_by BIGINT not null,
	enrolled_at BIGINT not null
);
