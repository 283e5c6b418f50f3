-- Columns, and whole tables where the field is '', that the release in force does without:
-- since when and by which release. Their values stay until somebody consents that they go,
-- which is remembered: the same field would come back empty.
create table column_kept (
  table_key TEXT not null,
  field TEXT not null,
  type TEXT not null,
  since BIGINT not null,
  release BIGINT not null,
  dropped BIGINT not null,
  author TEXT not null,
  lost BIGINT not null,
  primary key (table_key, field)
);
