create or replace function app.guard_approver() returns trigger language plpgsql set search_path to '' as $$
begin
  if not app.may_be_named(new.tenant_id, new.lb_user_id) then
    raise exception 'not_selectable' using errcode = '23514', column = 'lb_user_id';
  end if;
  return new;
end
$$;
