-- When the first and the last of what a seal covers happened, so that a period is looked for
-- where it is. Older seals do not say it.
alter table record_seal add column first_at bigint;
alter table record_seal add column last_at bigint;
