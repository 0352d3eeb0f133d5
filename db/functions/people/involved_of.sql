-- Whether involvement suffices (ROLE-05): the role for it, or any wider scope (ROLE-04).
create or replace function app.involved_of(effective text[], widest text, involved text) returns text language sql immutable
return case when effective && array[involved] or app.scope_of(effective, widest) <> 'own' then 'on' else '' end;
