-- Checked before a change waits for a second administrator, and again when carried out. Whole tenants are deleted at
-- once.
create or replace function app.keep_people() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  if tg_op = 'DELETE' then
    if app.is_named(old.tenant_id, old.id, true)
        and not app.is_removing(old.tenant_id) and exists (select from public.tenant t where t.id = old.tenant_id) then
      raise exception 'foreign_key_violation' using errcode = '23503';
    end if;
    return old;
  end if;
  if num_nonnulls(old.approval_limit, old.priority_approval_limit) > 0 or app.is_named(old.tenant_id, old.id, false) then
    raise exception 'not_convertible' using errcode = '23514', column = 'is_group';
  end if;
  return new;
end
$$;
