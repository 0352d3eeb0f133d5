create or replace function app.governs_names(in_table text, in_control text, in_old jsonb, in_new jsonb) returns boolean
language sql stable set search_path to '' as $$
  select case when in_control = 'supplier' then coalesce(in_old ->> 'external_id', in_old ->> 'vat_number') is not null
      or exists (select from public.supplier_client k where k.tenant_id = (in_old ->> 'tenant_id')::bigint
        and k.supplier_id = (in_old ->> 'id')::bigint and coalesce(k.external_id, k.vendor_account) is not null)
    when in_control = 'name' then exists (select from public.supplier_bank_change b where b.tenant_id = (in_old ->> 'tenant_id')::bigint
      and b.supplier_id = (in_old ->> 'id')::bigint and b.state = 'confirmed')
    when in_table = 'supplier' then in_control = 'merged_into_id' or in_old ->> in_control is not null
      or app.stands_elsewhere((in_new ->> 'tenant_id')::bigint, (in_new ->> 'id')::bigint, in_control, in_new ->> in_control)
    else (in_old ->> 'supplier_id', in_old ->> 'client_id', in_old ->> 'external_id', in_old ->> 'vendor_account')
        is distinct from (in_new ->> 'supplier_id', in_new ->> 'client_id', in_new ->> 'external_id', in_new ->> 'vendor_account')
      and (coalesce(in_old ->> 'external_id', in_old ->> 'vendor_account') is not null
        or exists (select from public.supplier_approver a
          where a.supplier_id in ((in_old ->> 'supplier_id')::bigint, (in_new ->> 'supplier_id')::bigint))
        or exists (select from public.supplier s where s.tenant_id = (in_new ->> 'tenant_id')::bigint
          and s.id = (in_new ->> 'supplier_id')::bigint and s.external_id <> in_new ->> 'external_id')
        or app.stands_elsewhere((in_new ->> 'tenant_id')::bigint, (in_new ->> 'supplier_id')::bigint, 'external_id', in_new ->> 'external_id')
        or app.stands_elsewhere((in_new ->> 'tenant_id')::bigint, (in_new ->> 'supplier_id')::bigint, 'vendor_account', in_new ->> 'vendor_account')) end
$$;
