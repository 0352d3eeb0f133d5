create or replace function app.forget_document_persons() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.document_person
    where tenant_id = old.tenant_id and kind = tg_table_name and document_id = old.id;
  return null;
end
$$;
