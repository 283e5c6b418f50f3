-- Values that administrators set; owner_id is 0 at a level without owners.
create table setting_value (
	setting_key TEXT not null,
	level TEXT not null,
	owner_id BIGINT not null,
	value TEXT not null,
	changed_by BIGINT not null,
	at BIGINT not null,
	primary key (setting_key, level, owner_id)
);
