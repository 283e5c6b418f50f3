-- Texts of metadata, lists of the files of a layer and lists of layers, by the hash of
-- their content. Rows are only added.
create table release_object (
	hash TEXT primary key,
	text TEXT not null
);

-- The releases that were put in force, the newest in force. Rows are only added.
create table release_history (
	number BIGINT primary key,
	parent BIGINT not null,
	content TEXT not null,
	author TEXT not null,
	note TEXT not null,
	objects BIGINT not null,
	at BIGINT not null
);
