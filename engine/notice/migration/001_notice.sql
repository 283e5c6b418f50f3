create table notice (
	id BIGINT primary key,
	user_id BIGINT not null,
	text_key TEXT not null,
	params TEXT not null,
	link TEXT not null,
	file TEXT not null,
	source TEXT not null,
	at BIGINT not null,
	read_at BIGINT,
	unique (user_id, source)
);
create index notice_unread on notice (user_id, id) where read_at is null;
