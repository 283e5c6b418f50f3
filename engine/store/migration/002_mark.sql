-- What a start must know of the starts before it, such as the newest version that
-- wrote here.
create table database_mark (
	name TEXT primary key,
	content TEXT not null
);
