-- Whether a group makes its members administrators.
create or replace function app.makes_administrators(in_group public.lb_user) returns boolean language sql immutable set search_path to '' as $$
  select in_group.is_group and in_group.active and 'user-admin' = any (in_group.roles)
$$;
