create or replace function app.take_supplier_text() returns trigger language plpgsql set search_path = '' as $$
begin
  new.supplier_text := coalesce(
    (select s.name from public.supplier s where s.tenant_id = new.tenant_id and s.id = new.supplier_id), '');
  return new;
end
$$;
