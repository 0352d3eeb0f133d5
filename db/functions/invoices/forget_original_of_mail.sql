create or replace function app.forget_original_of_mail() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from public.file where tenant_id = old.tenant_id and id = old.file_id;
  return null;
end
$$;
