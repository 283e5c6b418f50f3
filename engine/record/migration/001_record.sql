-- What changed: one row per record and transaction.
create table record_audit (
	id BIGINT PRIMARY KEY,
	table_key TEXT not null,
	record_id BIGINT not null,
	action TEXT not null,
	changes TEXT not null,
	user_id BIGINT not null,
	reason TEXT not null,
	source TEXT not null,
	release_number BIGINT not null,
	at BIGINT not null
);
create index record_audit_record on record_audit (table_key, record_id, id);

-- What was deleted and may come back.
create table record_bin (
	id BIGINT PRIMARY KEY,
	table_key TEXT not null,
	record_id BIGINT not null,
	content TEXT not null,
	user_id BIGINT not null,
	at BIGINT not null
);
create unique index record_bin_record on record_bin (table_key, record_id);
create index record_bin_at on record_bin (at);

-- The last number that each code rule gave out.
create table record_counter (
	rule TEXT not null,
	scope TEXT not null,
	last BIGINT not null,
	primary key (rule, scope)
);
