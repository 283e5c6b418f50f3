create table auth_place (
	user_id BIGINT primary key,
	place_id BIGINT not null
);
