-- Who let a refused input pass, beside the user who made it; 0 for nobody.
alter table record_audit add column let_by bigint not null default 0;
