-- The role that a session looks at the product as, and whose rows it then sees.
alter table auth_session add column preview_role BIGINT;
alter table auth_session add column preview_owner BIGINT;
