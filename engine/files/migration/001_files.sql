create table file_object (
	key TEXT primary key,
	name TEXT not null,
	media_type TEXT not null,
	size BIGINT not null,
	digest TEXT not null,
	created_at BIGINT not null,
	created_by BIGINT not null
);
