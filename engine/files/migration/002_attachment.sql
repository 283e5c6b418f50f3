-- A file that somebody put beside a record; the record need not know of it.
create table file_attachment (
	id BIGINT PRIMARY KEY,
	table_key TEXT not null,
	record_id BIGINT not null,
	file_key TEXT not null references file_object (key),
	at BIGINT not null,
	user_id BIGINT not null
);
create index file_attachment_record on file_attachment (table_key, record_id);
create index file_attachment_file on file_attachment (file_key);
