-- A seal covers the ids after those of the seal before, up to one, so that a row is written
-- once. Rows under older seals name theirs; such a seal ends at no id.
alter table record_seal add column until_id bigint not null default 0;
drop index record_audit_seal;
create index record_audit_seal on record_audit (seal) where seal <> 0;
