create table home_places (
	user_id BIGINT not null,
	home TEXT not null,
	places TEXT not null,
	primary key (user_id, home)
);
