create or replace function app.move_to_merged() returns trigger language plpgsql security definer set search_path to '' as $$
declare
  pointing record;
  place tid;
begin
  perform app.void_bank_change(new.tenant_id, new.id, '{merged_into_id}');
  delete from public.procurement_supplier_order o using app.shared_orders(new.tenant_id, new.id, new.merged_into_id) s
    where o.tenant_id = new.tenant_id and o.id = s.joining_id and not s.is_over;
  for pointing in select c.table_name, c.column_name, format('tenant_id = $1 and %I = $2', c.column_name)
      || case c.table_name
        -- Merging changes no number under which the other supplier has postings.
        when 'public.supplier_client'::regclass then ' and (external_id is null or not exists (
          select from public.supplier s where s.tenant_id = $1 and s.id = $3 and s.external_id is not null))'
        -- Lines stay with their order.
        when 'public.procurement_line'::regclass then ' and not exists (select from app.shared_orders($1, $2, $3) s
          where s.procurement_id = procurement_line.procurement_id and s.marketplace_id is not distinct from procurement_line.marketplace_id)'
        -- Access to one supplier becomes access to the other; a supplier open to everyone stays so.
        when 'public.permission_supplier'::regclass then ' and exists (select from public.permission_supplier o where o.tenant_id = $1 and o.supplier_id = $3)'
        when 'public.supplier_department'::regclass then ' and exists (select from public.supplier_department o where o.tenant_id = $1 and o.supplier_id = $3)'
        else '' end as matching
    from app.columns_of_suppliers() c
  loop
    begin
      execute format('update %s set %I = $3 where %s', pointing.table_name, pointing.column_name, pointing.matching)
        using new.tenant_id, new.id, new.merged_into_id;
    exception when unique_violation then
      -- The target already has an equal row: this one stays as history.
      for place in execute format('select ctid from %s where %s', pointing.table_name, pointing.matching)
        using new.tenant_id, new.id, new.merged_into_id
      loop
        begin
          execute format('update %s set %I = $1 where ctid = $2', pointing.table_name, pointing.column_name) using new.merged_into_id, place;
        exception when unique_violation then
          null;
        end;
      end loop;
    end;
  end loop;
  return null;
end
$$;
