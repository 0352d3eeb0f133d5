-- The settings in the audit, four eyes on every path, and modules that are off.

-- AUD-01, AUD-08: the tenant stands in its own audit. It has no `tenant_id`, because it is one.
create or replace function app.write_audit() returns trigger language plpgsql security definer set search_path = '' as $$
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
  info text;
  parent text := tg_argv[3];
begin
  select array_agg(key order by key) into changed
    from jsonb_object_keys(whole) as key
    where key <> all (ignored) and (tg_op <> 'UPDATE' or old_row -> key is distinct from new_row -> key);
  if changed is null then
    return null;
  end if;
  if tg_table_name = 'configuration' and 'password' in (old_row ->> 'model', new_row ->> 'model') then
    secrets := secrets || 'value'::text;
  end if;
  foreach masked in array secrets loop
    if old_row ->> masked is not null then old_row := jsonb_set(old_row, array[masked], '"********"'); end if;
    if new_row ->> masked is not null then new_row := jsonb_set(new_row, array[masked], '"********"'); end if;
  end loop;
  -- A row of two keys, such as the companies of a cost center, belongs to what its table is named after.
  if not whole ? 'id' then
    select left(key, -3) into parent from jsonb_object_keys(whole) as key
      where key like '%\_id' and starts_with(tg_table_name, left(key, -2)) order by length(key) desc limit 1;
    parent := coalesce(parent, tg_argv[3]);
  end if;
  if actor is distinct from app.user_id() then
    select 'via ' || name into info from public.lb_user
      where tenant_id = app.tenant_id() and id = app.user_id();
  end if;
  insert into public.audit_log (
    tenant_id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties,
    data_before, data_after, amounts_before, amounts_after, info, random_id, procurement_id, invoice_id, contract_id, relation_key
  )
  select
    (whole ->> case tg_table_name when 'tenant' then 'id' else 'tenant_id' end)::bigint, lower(tg_op), tg_table_name, parent,
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
-- A tenant that is deleted takes its audit along; what remains is its closing record (0014).
create trigger audit after insert or update on tenant for each row execute function app.write_audit('{}',
  '{base_price_document,base_price_procurement,base_price_invoice,extra_price_document,extra_price_procurement,extra_price_invoice,recognition_unit_price}',
  '{}', 'tenant');

-- AUTH-29: bank data are the mandate, too, and who checks them; roles are the default persons of the steps, too; and
-- limits are what a company makes of them and who approves.
create or replace trigger guard_four_eyes before update on tenant for each row
  execute function app.guard_four_eyes('account', 'holder', 'bic', 'bank_code', 'iban', 'bank_name', 'sepa_agreement',
    'sepa_agreement_date', 'sepa_mandate_reference', 'sepa_creditor_id', 'sepa_scheme', 'sepa_last_use',
    'sepa_prenotification_days');
create trigger guard_four_eyes before update on client for each row
  execute function app.guard_four_eyes('bank_change_second_person', 'min_approval', 'self_approval', 'when_limit_exceeded',
    'when_budget_exceeded', 'substitute_limit');
create trigger guard_four_eyes_roles before insert or update on client for each row
  execute function app.guard_four_eyes('user_clearing_id', 'user_select_product_id', 'user_send_order_id', 'user_consignee_id',
    'user_invoice_manual_check_id', 'user_invoice_clearing_id');
create trigger guard_four_eyes before insert or update on department for each row
  execute function app.guard_four_eyes('user_clearing_id', 'user_select_product_id', 'user_send_order_id', 'user_consignee_id');
create trigger guard_four_eyes before insert or update on product_group for each row
  execute function app.guard_four_eyes('user_select_product_id');
create trigger guard_four_eyes before insert or update or delete on department_approver for each row
  execute function app.guard_four_eyes();
create trigger guard_four_eyes before insert or update or delete on cost_center_approver for each row
  execute function app.guard_four_eyes();
create trigger guard_four_eyes before insert or update or delete on supplier_approver for each row
  execute function app.guard_four_eyes();
create trigger guard_four_eyes before insert or update on configuration for each row
  when (new.key like 'user\_%' or new.key = 'approval_limit_priority') execute function app.guard_four_eyes();
create trigger guard_four_eyes_before before update or delete on configuration for each row
  when (old.key like 'user\_%' or old.key = 'approval_limit_priority') execute function app.guard_four_eyes();

-- GEN-10: answers true, or refuses while one of the modules is off. `needed` has what holds for each module as long as
-- the tenant has not set it.
create function app.require_modules(needed jsonb) returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  if exists (
    select from jsonb_each_text(needed) as module
      left join public.configuration c
        on c.tenant_id = app.tenant_id() and c.client_id is null and c.key = 'module_' || module.key
      where coalesce(c.value, module.value) <> 'true'
  ) then
    raise exception 'permission denied for a module that is off' using errcode = '42501';
  end if;
  return true;
end
$$;
revoke execute on function app.require_modules(jsonb) from public;
grant execute on function app.require_modules(jsonb) to reader, reader_price, writer;
