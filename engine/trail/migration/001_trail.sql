-- What happened at the doors: sign-ins, refusals, errors.
create table trail (
	id BIGINT PRIMARY KEY,
	kind TEXT not null,
	at BIGINT not null,
	user_id BIGINT not null,
	account TEXT not null,
	address TEXT not null,
	door TEXT not null,
	outcome TEXT not null,
	params TEXT not null,
	detail TEXT not null
);
create index trail_kind on trail (kind, id);
create index trail_at on trail (at);
