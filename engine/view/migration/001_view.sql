-- A saved view belongs to who saved it, and to a role when it is shared; role_id
-- is 0 for a personal one.
create table saved_view (
	id BIGINT PRIMARY KEY,
	screen TEXT not null,
	name TEXT not null,
	user_id BIGINT not null,
	role_id BIGINT not null,
	opens BIGINT not null,
	content TEXT not null,
	changed_at BIGINT not null
);
create index saved_view_user on saved_view (user_id, screen);
create index saved_view_role on saved_view (role_id, screen);
