-- The operator's role is never granted inside a tenant (ROLE-02), only by the installation outside the API. Nor can
-- an operator's login be taken over by another address or token, or by joining a group with the role.
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
