-- An order with a dependent invoice also stays in a deletion by days (INV-29, OP-04): it is deleted after its
-- invoices. Whole tenants are deleted at once.
create or replace function app.keep_invoiced() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  if app.is_needed(tg_table_name, old.tenant_id, old.id) and (tg_table_name = 'procurement' or not app.is_removing(old.tenant_id)) then
    raise exception 'an invoice hangs on % %', tg_table_name, old.id using errcode = '55000';
  end if;
  return old;
end
$$;
