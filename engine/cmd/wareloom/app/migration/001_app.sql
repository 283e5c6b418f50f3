-- What the server itself has done to this database once.
create table app_done (
	key TEXT primary key,
	at BIGINT not null
);

-- The numbers of the releases that were in force, by their content.
create table app_release (
	hash TEXT primary key,
	number BIGINT not null unique,
	at BIGINT not null
);
