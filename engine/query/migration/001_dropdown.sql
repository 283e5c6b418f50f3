-- Values that people added to open dropdowns.
create table dropdown_value (
  dropdown TEXT not null,
  value TEXT not null,
  zh TEXT not null,
  en TEXT not null,
  es TEXT not null,
  position bigint not null default 0,
  primary key (dropdown, value)
);
