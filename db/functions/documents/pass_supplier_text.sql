create or replace function app.pass_supplier_text() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.product set supplier_text = new.name where tenant_id = new.tenant_id and supplier_id = new.id;
  return null;
end
$$;
