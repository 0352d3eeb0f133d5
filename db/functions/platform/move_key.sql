-- The advisory lock of whoever moves a tenant to another installation (TECH-18), held by one session for the whole move.
create or replace function app.move_key(in_tenant bigint) returns bigint
language sql immutable parallel safe set search_path = ''
return hashtextextended('move of tenant ' || in_tenant, 0);
