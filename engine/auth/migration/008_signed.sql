-- 1 once a session has signed with version 2: it may not fall back to version 1.
alter table auth_session add column signed2 BIGINT not null default 0;
