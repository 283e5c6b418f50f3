create table auth_change (
  id BIGINT PRIMARY KEY check (id = 1),
  number bigint not null
);

insert into auth_change (id, number) values (1, 1);
