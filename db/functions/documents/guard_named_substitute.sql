create or replace function app.guard_named_substitute() returns trigger language plpgsql set search_path to '' as $$
begin
  if not app.may_be_named(new.tenant_id, new.substitute_id) then
    raise exception 'not_selectable' using errcode = '23514', column = 'substitute_id';
  end if;
  return new;
end
$$;
