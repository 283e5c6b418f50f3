-- Imports from the console that have not ended, by a digest of what was asked and of
-- the file: the same import that is started again goes on behind its last part.
create table app_import (
	key TEXT primary key,
	parts BIGINT not null,
	at BIGINT not null
);

-- What became of each batch, written in its transaction.
create table app_import_part (
	key TEXT not null,
	no BIGINT not null,
	content TEXT not null,
	primary key (key, no)
);
