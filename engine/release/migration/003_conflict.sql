-- Places of objects that a change set and what came into force meanwhile both changed.
-- The values are JSON, null where nothing is there. Until somebody chose, choice is ''.
create table release_conflict (
	id BIGINT primary key,
	change_id BIGINT not null,
	kind TEXT not null,
	object_key TEXT not null,
	place TEXT not null,
	base TEXT,
	ours TEXT,
	theirs TEXT,
	release BIGINT not null,
	choice TEXT not null,
	author TEXT not null,
	at BIGINT not null
);

create index release_conflict_change on release_conflict (change_id);
