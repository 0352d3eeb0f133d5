-- Runs after `hold_control`, so that a change waiting for a second administrator is not recorded yet.
create or replace function app.note_automatic_export() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.automatic_export = old.automatic_export or tg_op = 'INSERT' and new.automatic_export = 'off' then
    return null;
  end if;
  delete from public.client_automatic_export where tenant_id = new.tenant_id and client_id = new.id;
  if new.automatic_export <> 'off' then
    insert into public.client_automatic_export (tenant_id, client_id, set_by_id)
      values (new.tenant_id, new.id, nullif(app.actor_id(), 0));
  end if;
  return null;
end
$$;
