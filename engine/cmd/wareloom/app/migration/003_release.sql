-- Releases are kept with their content now; of those before, the number is known.
insert into release_history (number, parent, content, author, note, objects, at)
	select number, number - 1, '', 'start', '', 0, at from app_release;

drop table app_release;
