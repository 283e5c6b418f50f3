-- A device proves itself by a secret that it got for a one-time code. Devices from
-- before have none, so they are enrolled anew.
delete from auth_device;
alter table auth_device add column secret_hash TEXT not null default '';
alter table auth_device add column used_at BIGINT not null default 0;

create table auth_device_code (
	code_hash TEXT primary key,
	name TEXT not null,
	made_by BIGINT not null,
	expires_at BIGINT not null
);
