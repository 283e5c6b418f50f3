-- The chain over what changed: each seal covers rows of record_audit and the seal before.
create table record_seal (
	number BIGINT PRIMARY KEY,
	row_count BIGINT not null,
	hash TEXT not null,
	at BIGINT not null
);
alter table record_audit add column seal bigint not null default 0;
create index record_audit_seal on record_audit (seal, id);
