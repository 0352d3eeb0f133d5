-- Writes the audit row of a changed row (AUD-01 to AUD-04). Arguments: secret columns, amount columns, and derived
-- columns that deserve no row. Amounts go to separate columns, granted only to readers with prices (ROLE-07). The
-- tenant is in its own audit (AUD-08) and has no `tenant_id`. In the audit of another tenant an operator is recorded
-- by name only (OP-12).
create or replace function app.write_audit()
 returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  secrets text[] := tg_argv[0]::text[];
  amounts text[] := tg_argv[1]::text[];
  ignored text[] := tg_argv[2]::text[] || array['updated_at', 'tenant_id'];
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(new_row, old_row);
  changed text[];
  masked text;
  actor bigint := app.actor_id();
  -- Rows without a tenant are in the audit of the writing person's tenant.
  owner bigint := coalesce((whole ->> case tg_table_name when 'tenant' then 'id' else 'tenant_id' end)::bigint, app.tenant_id());
  info text;
  parent text := tg_argv[3];
begin
  select array_agg(key order by key) into changed
    from jsonb_object_keys(whole) as key
    where key <> all (ignored) and (tg_op <> 'UPDATE' or old_row -> key is distinct from new_row -> key);
  if changed is null or owner is null then
    return null;
  end if;
  if current_setting('app.pseudonymising', true) = 'on'
      and app.is_pseudonymising(owner, (whole ->> case tg_table_name when 'lb_user' then 'id' else 'lb_user_id' end)::bigint) then
    return null;
  end if;
  if tg_table_name = 'configuration' and 'password' in (old_row ->> 'model', new_row ->> 'model') then
    secrets := secrets || 'value'::text;
  end if;
  foreach masked in array secrets loop
    if old_row ->> masked is not null then old_row := jsonb_set(old_row, array[masked], '"********"'); end if;
    if new_row ->> masked is not null then new_row := jsonb_set(new_row, array[masked], '"********"'); end if;
  end loop;
  -- A row with a two-part key, such as a company of a cost center, belongs to the record that its table is named
  -- after.
  if not whole ? 'id' then
    select left(key, -3) into parent from jsonb_object_keys(whole) as key
      where key like '%\_id' and starts_with(tg_table_name, left(key, -2)) order by length(key) desc limit 1;
    parent := coalesce(parent, tg_argv[3]);
  end if;
  if app.is_operator() then
    select 'operator ' || name into info from public.lb_user where tenant_id = app.tenant_id() and id = actor;
    -- Ids of one tenant would denote other people in another.
    if owner <> app.tenant_id() then actor := null; end if;
  elsif actor is distinct from app.user_id() then
    select 'via ' || name into info from public.lb_user
      where tenant_id = app.tenant_id() and id = app.user_id();
  end if;
  insert into public.audit_log (
    tenant_id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties,
    data_before, data_after, amounts_before, amounts_after, info, random_id, procurement_id, invoice_id, contract_id, relation_key
  )
  select
    owner, lower(tg_op), tg_table_name, parent,
    case when jsonb_typeof(whole -> 'id') = 'number' then (whole ->> 'id')::bigint end, actor, changed,
    app.pick(old_row, changed, amounts, false), app.pick(new_row, changed, amounts, false),
    app.pick(old_row, changed, amounts, true), app.pick(new_row, changed, amounts, true),
    info, app.audit_group(),
    app.document_of(whole, tg_table_name, 'procurement'), app.document_of(whole, tg_table_name, 'invoice'),
    app.document_of(whole, tg_table_name, 'contract'),
    case when parent <> tg_table_name then (whole ->> (parent || '_id'))::bigint end;
  return null;
end
$$;
