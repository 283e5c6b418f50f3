-- A job that was asked for while it ran runs once more: what it read may be older
-- than what the asker wrote.
alter table job add column again BIGINT not null default 0;
