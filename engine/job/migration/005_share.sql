-- Whose share of the runners a job takes: the record that its person belongs to, or
-- minus the person where he belongs to none; 0 is the system.
alter table job add column share_of BIGINT not null default 0;
update job set share_of = -created_by where state in ('waiting', 'running');
create index job_running on job (share_of, created_by) where state = 'running';
