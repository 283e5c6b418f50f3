-- What each column of the product's tables means, as the newest release had it. The
-- column itself does not tell: 150 is a count, 1.50 or an instant.
create table column_meaning (
  table_key TEXT not null,
  field TEXT not null,
  type TEXT not null,
  scale bigint not null,
  target TEXT not null,
  primary key (table_key, field)
);
