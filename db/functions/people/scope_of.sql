-- The widest scope granted by the roles (ROLE-04); `widest` is the role for all companies.
create or replace function app.scope_of(effective text[], widest text) returns text language sql immutable
return case
  when effective && array[widest, 'user-admin'] then 'all'
  when effective && array[widest || '-belonging-to-own-company'] then 'client'
  when effective && array[widest || '-belonging-to-own-department'] then 'department'
  else 'own'
end;
