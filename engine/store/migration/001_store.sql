create table id_block (
	id BIGINT PRIMARY KEY check (id = 1),
	next_id BIGINT not null
);
insert into id_block (id, next_id) values (1, 1);
