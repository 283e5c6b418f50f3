-- Prints are rows of print_label now, which metadata says.
drop table print_log;
-- What the server knows of the program at a bench: the journal that it writes on its
-- own disk, and the number of its last call, so that a late one is known as such.
create table print_agent (
	guid TEXT primary key,
	journal TEXT not null,
	seq BIGINT not null
);
-- Where a person stands.
create table print_stand (
	user_id BIGINT primary key,
	workstation_id BIGINT not null,
	at BIGINT not null
);
