create table print_log (
	id BIGINT primary key,
	job BIGINT not null,
	template TEXT not null,
	release BIGINT not null,
	table_key TEXT not null,
	record_id BIGINT not null,
	print_no BIGINT not null,
	copies BIGINT not null,
	reason TEXT not null,
	user_id BIGINT not null,
	at BIGINT not null,
	unique (template, record_id, print_no)
);
