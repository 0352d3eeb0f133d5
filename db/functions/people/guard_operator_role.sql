-- Nobody inside a tenant grants the operator's role (ROLE-02); the installation does, outside the API. Nor does
-- anybody take over an operator's login by another address or token, or join a group that holds the role.
create or replace function app.guard_operator_role() returns trigger language plpgsql as $$
declare
  is_taken boolean;
begin
  if current_user <> 'writer' then
    return new;
  end if;
  if tg_table_name = 'task_group_user' then
    is_taken := exists (select from public.lb_user g where g.tenant_id = new.tenant_id and g.id = new.task_group_id
                          and 'user-operator' = any (g.roles));
  elsif tg_op = 'INSERT' then
    is_taken := 'user-operator' = any (new.roles);
  elsif 'user-operator' = any (old.roles) then
    is_taken := (new.email, new.api_token_hash) is distinct from (old.email, old.api_token_hash)
      and app.actor_id() is distinct from old.id;
  else
    is_taken := 'user-operator' = any (new.roles);
  end if;
  if is_taken then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;
