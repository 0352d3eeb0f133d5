-- A proposal depends on the supplier's data: it becomes void if name, numbers or activity change meanwhile (INV-33).
create or replace function app.void_bank_change(in_tenant bigint, in_supplier bigint, in_columns text[]) returns void
language sql set search_path to '' as $$
  update public.supplier_bank_change set state = 'void', void_columns = in_columns, decided_by_id = nullif(app.actor_id(), 0), decided_at = now()
    where tenant_id = in_tenant and supplier_id = in_supplier and state = 'pending' and proposed_at < now()
$$;
