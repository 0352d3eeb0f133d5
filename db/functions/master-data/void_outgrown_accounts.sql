create or replace function app.void_outgrown_accounts() returns trigger language plpgsql security definer set search_path to '' as $$
declare
  was constant jsonb := app.identity_columns(case when tg_op <> 'INSERT' then to_jsonb(old) end);
  now_is constant jsonb := app.identity_columns(case when tg_op <> 'DELETE' then to_jsonb(new) end);
  whole constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changed text[];
begin
  select array_agg(name order by name) into changed from jsonb_object_keys(coalesce(now_is, was)) name
    where coalesce(was -> name, 'null') is distinct from coalesce(now_is -> name, 'null');
  if changed is not null then
    perform app.void_bank_change((whole ->> 'tenant_id')::bigint,
      (whole ->> case tg_table_name when 'supplier' then 'id' else 'supplier_id' end)::bigint, changed);
    -- A number is assigned to the supplier as shown in the proposal.
    update public.control_change set state = 'void', decided_at = now()
      where changed && '{name,country,active}' and tenant_id = (whole ->> 'tenant_id')::bigint and of_table = 'supplier'
        and of_id = (whole ->> 'id')::bigint and tg_table_name = 'supplier' and state = 'pending' and proposed_at < now()
        and control in ('external_id', 'vat_number', 'supplier_client');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
