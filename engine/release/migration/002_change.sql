-- Change sets: files of a site that are worked on together and published at once.
create table release_change (
	id BIGINT primary key,
	title TEXT not null,
	author TEXT not null,
	at BIGINT not null,
	base BIGINT not null,
	state TEXT not null
);

-- What a change set makes of a file; no text: the file goes.
create table release_edit (
	change_id BIGINT not null,
	path TEXT not null,
	text TEXT,
	author TEXT not null,
	at BIGINT not null,
	primary key (change_id, path)
);
