-- A received file that belongs to no document is deleted together with its arrival.
create or replace function app.forget_arrived_file() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.file_id is distinct from old.file_id then
    delete from public.file where tenant_id = old.tenant_id and id = old.file_id
      and num_nonnulls(procurement_id, invoice_id, contract_id) = 0;
  end if;
  return null;
end
$$;
