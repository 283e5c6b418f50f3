create table notice_choice (
	user_id BIGINT not null,
	topic TEXT not null,
	bell INTEGER not null,
	mail INTEGER not null,
	primary key (user_id, topic)
);
