-- A job on a schedule is one row for ever: how its last run went stands beside the next
-- one, and a person may have it wait.
alter table job add column began_at BIGINT not null default 0;
alter table job add column last_began_at BIGINT not null default 0;
alter table job add column last_ended_at BIGINT not null default 0;
alter table job add column last_state TEXT not null default '';
alter table job add column last_failure TEXT not null default '';
alter table job add column paused_at BIGINT not null default 0;
alter table job add column paused_by BIGINT not null default 0;
