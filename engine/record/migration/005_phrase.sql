-- What changes of one kind have in common, said once: what was done, why and from where,
-- and the fields whose values the rows list. A row of phrase 0 says it itself.
create table record_phrase (
	id BIGINT PRIMARY KEY,
	action TEXT not null,
	reason TEXT not null,
	source TEXT not null,
	fields TEXT not null
);
alter table record_audit add column phrase bigint not null default 0;

-- An index has the id of each row anyway.
drop index record_audit_record;
create index record_audit_record on record_audit (table_key, record_id);
drop index record_audit_seal;
create index record_audit_seal on record_audit (seal);
