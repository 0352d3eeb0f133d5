-- What governs control waits for a second administrator, by whatever way it is changed (AUTH-31, AUTH-37).
-- Each change of it stands here, also the one that a sole administrator makes at once.
create table control_change (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  table_name text not null,
  -- The entry of the register: a column, the key of a setting, or the table itself where its rows are what is changed.
  control text not null,
  act text not null check (act in ('insert', 'update', 'delete')),
  -- The primary key within the tenant; of a row that is to come, its values.
  row_key jsonb not null,
  -- The columns of the entry; null where there is no row yet, or none any more.
  before jsonb,
  after jsonb,
  -- The record on whose form it is seen, and its name at that time.
  of_table text not null,
  of_id bigint,
  of_name text not null check (length(of_name) <= 300),
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'rejected', 'void')),
  -- No second administrator could have confirmed it.
  at_once boolean not null default false,
  proposed_by_id bigint,
  proposed_at timestamptz not null default now(),
  decided_by_id bigint,
  decided_at timestamptz,
  -- How much of it the people whom it concerns have been told.
  told text not null default 'nothing' check (told in ('nothing', 'waiting', 'all')),
  primary key (tenant_id, id),
  foreign key (tenant_id, proposed_by_id) references lb_user (tenant_id, id) on delete set null (proposed_by_id),
  foreign key (tenant_id, decided_by_id) references lb_user (tenant_id, id) on delete set null (decided_by_id),
  constraint control_change_decided check ((state = 'pending') = (decided_at is null)),
  constraint control_change_by_two check (state <> 'confirmed' or at_once or decided_by_id <> proposed_by_id)
);
create index on control_change (tenant_id, proposed_by_id);
create index on control_change (tenant_id, decided_by_id);
create index on control_change (tenant_id, table_name, row_key, control);
create index on control_change (tenant_id, of_table, of_id);
create unique index control_change_pending on control_change (tenant_id, table_name, row_key, control) where state = 'pending';
create index control_change_untold on control_change (tenant_id) where told <> 'all';
call app.wall('control_change', visible => '(select app.is_admin())', amounts => '{before,after}', ignored => '{told}');
create trigger guard_four_eyes before insert or update or delete on control_change for each row
  execute function app.guard_four_eyes();

-- Who made a person, gave him another address or let him in again: he confirms nothing of theirs for seven days. And when he was
-- last put out who could have confirmed, so that nobody becomes the sole administrator by blocking the other.
alter table lb_user add column made_by_id bigint, add column made_at timestamptz, add column put_out_at timestamptz;
create or replace trigger audit after insert or update or delete on lb_user for each row
  execute function app.write_audit('{api_token_hash,token_version}', '{approval_limit}',
    '{token_version,search_text,made_by_id,made_at,put_out_at}', 'lb_user');

-- The register. `kind`: columns of a row (`of_new`: a new row that differs from `initial` is a change, too), a setting of the tenant
-- by its key, whole rows, or the deletion of rows alone. `parent` is the column that names the record on whose form the row stands.
create function app.controls()
returns table (table_name text, control text, kind text, columns text[], of_new boolean, initial jsonb, of_table text, parent text)
language sql immutable as $$
  select 'client', c, 'columns', array[c], true, i, 'client', 'id'
  from (values
    ('bank_change_second_person', '{"bank_change_second_person": true}'::jsonb),
    ('min_approval', '{"min_approval": 1}'),
    ('self_approval', '{"self_approval": "never"}'),
    ('amount_basis', '{"amount_basis": "net"}'),
    ('when_limit_exceeded', '{"when_limit_exceeded": "confirm"}'),
    ('when_budget_exceeded', '{"when_budget_exceeded": "confirm"}'),
    ('substitute_limit', '{"substitute_limit": "lower"}'),
    ('price_tolerance_percent', '{"price_tolerance_percent": 0}'),
    ('tax_tolerance', '{"tax_tolerance": 0.02}'),
    ('match_price_tolerance', '{"match_price_tolerance": 0}'),
    ('match_price_tolerance_amount', '{"match_price_tolerance_amount": 0}'),
    ('match_quantity_tolerance', '{"match_quantity_tolerance": 0}'),
    ('match_quantity_tolerance_amount', '{"match_quantity_tolerance_amount": 0}'),
    ('touchless_invoices', '{"touchless_invoices": false}'),
    ('user_clearing_id', '{}'), ('user_select_product_id', '{}'), ('user_send_order_id', '{}'), ('user_consignee_id', '{}'),
    ('user_invoice_manual_check_id', '{}'), ('user_invoice_clearing_id', '{}')) as v (c, i)
  union all select 'client', c, 'columns', array[c], false, '{}', 'client', 'id' from unnest(array['active', 'currency']) c
  union all select 'department', c, 'columns', array[c], true, '{}', 'department', 'id'
    from unnest(array['user_clearing_id', 'user_select_product_id', 'user_send_order_id', 'user_consignee_id']) c
  union all select 'product_group', 'user_select_product_id', 'columns', '{user_select_product_id}', true, '{}', 'product_group', 'id'
  union all values
    ('lb_user', 'email', 'columns', '{email}'::text[], false, '{}'::jsonb, 'lb_user', 'id'),
    -- Whoever becomes an auditor does so for a company and a time.
    ('lb_user', 'roles', 'columns', '{roles,auditor_client_id,auditor_from,auditor_until,auditor_ends_on}', true, '{"roles": []}', 'lb_user', 'id'),
    -- Without rights the limit of a new person allows nothing, and none would be unlimited.
    ('lb_user', 'approval_limit', 'columns', '{approval_limit}', false, '{}', 'lb_user', 'id'),
    ('lb_user', 'priority_approval_limit', 'columns', '{priority_approval_limit}', false, '{}', 'lb_user', 'id'),
    ('lb_user', 'is_group', 'columns', '{is_group}', false, '{}', 'lb_user', 'id'),
    ('lb_user', 'active', 'columns', '{active}', false, '{}', 'lb_user', 'id'),
    ('lb_user', 'substitute_id', 'columns', '{substitute_id,absence_from,absence_to}', true, '{}', 'lb_user', 'id'),
    ('lb_user', 'lb_user', 'deletion', '{name}', false, '{}', 'lb_user', 'id'),
    ('task_group_user', 'task_group_user', 'rows', '{task_group_id,lb_user_id}', true, '{}', 'task_group', 'task_group_id'),
    ('department_approver', 'department_approver', 'rows', '{department_id,lb_user_id,is_required}', true, '{}', 'department', 'department_id'),
    ('cost_center_approver', 'cost_center_approver', 'rows', '{cost_center_id,lb_user_id,is_required}', true, '{}', 'cost_center', 'cost_center_id'),
    ('supplier_approver', 'supplier_approver', 'rows', '{supplier_id,lb_user_id,is_required}', true, '{}', 'supplier', 'supplier_id')
  union all select 'configuration', c, 'setting', '{key,client_id,model,value,lb_user_id}', true, i, 'configuration', null
  from (values
    ('user_clearing_id', '{"lb_user_id": null}'::jsonb), ('user_select_product_id', '{"lb_user_id": null}'),
    ('user_send_order_id', '{"lb_user_id": null}'), ('user_consignee_id', '{"lb_user_id": null}'),
    ('user_invoice_manual_check_id', '{"lb_user_id": null}'), ('user_invoice_clearing_id', '{"lb_user_id": null}'),
    ('approval_limit_priority', '{"value": "false"}'),
    ('invoice_approval', '{"value": "if-no-order"}'),
    ('procurement_or_contract_required', '{"value": "false"}'),
    ('module_permissions', '{"value": "false"}'),
    ('approve_from_mail', '{"value": "true"}'),
    ('mail_redirect_to', '{"value": null}')) as v (c, i)
$$;

-- Whether one person was made by another within the last seven days.
create function app.made_lately(in_tenant bigint, in_person bigint, in_maker bigint) returns boolean
language sql stable security definer set search_path to '' as $$
  select exists (select from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person
    and u.made_by_id = in_maker and u.made_at > now() - interval '7 days')
$$;

-- Whether this person confirms what that one has proposed.
create function app.may_confirm(in_tenant bigint, in_person bigint, in_proposer bigint) returns boolean
language sql stable security definer set search_path to '' as $$
  select in_person is distinct from in_proposer and app.administers(in_tenant, in_person)
    and not app.made_lately(in_tenant, in_person, in_proposer)
$$;

-- Whether there is another administrator, so that what this one changes waits. Only those who could be one are looked at closely.
create function app.is_watched(in_tenant bigint, in_person bigint) returns boolean
language sql stable security definer set search_path to '' as $$
  select exists (select from public.lb_user u
    where u.tenant_id = in_tenant and u.id <> in_person and not u.is_group and u.email is not null
      and (u.put_out_at > now() - interval '7 days'
        or ('user-admin' = any (u.roles) or u.id in (
            select m.lb_user_id from public.task_group_user m
            join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id
            where m.tenant_id = in_tenant and 'user-admin' = any (g.roles)))
          and app.may_confirm(in_tenant, u.id, in_person)))
$$;
grant execute on function app.controls(), app.made_lately(bigint, bigint, bigint), app.may_confirm(bigint, bigint, bigint),
  app.is_watched(bigint, bigint), app.administers(bigint, bigint) to writer;

-- Whether a person or group has any right or limit, his own or of a group.
create function app.holds_power(in_person jsonb) returns boolean language sql stable set search_path to '' as $$
  select in_person -> 'roles' <> '[]' or in_person ->> 'approval_limit' is not null or exists (
    select from public.task_group_user m where m.tenant_id = (in_person ->> 'tenant_id')::bigint and m.lb_user_id = (in_person ->> 'id')::bigint)
$$;
-- Whether what is changed of a row governs control at all.
create function app.governs(in_table text, in_control text, in_old jsonb, in_new jsonb) returns boolean
language sql stable set search_path to '' as $$
  select case when in_table <> 'lb_user' then true else case in_control
    -- An address that leads to nothing may be mended at once; blocking and letting in again, too.
    when 'email' then not (in_old ->> 'is_group')::boolean
    when 'active' then (in_old ->> 'is_group')::boolean
    -- Everybody names his own substitute.
    when 'substitute_id' then (in_new ->> 'id')::bigint is distinct from app.actor_id()
    when 'lb_user' then app.holds_power(in_old)
    else true end end
$$;

grant execute on function app.governs(text, text, jsonb, jsonb), app.holds_power(jsonb) to writer;

create function app.picked(in_row jsonb, in_columns text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(name, in_row -> name) from unnest(in_columns) name where in_row is not null
$$;
grant execute on function app.picked(jsonb, text[]) to writer;

-- The name of the record on whose form a change is seen.
create function app.name_of(in_table text, in_id bigint, in_row jsonb) returns text language plpgsql stable set search_path to '' as $$
declare
  found text;
begin
  if in_table = 'configuration' then
    return '';
  end if;
  execute format('select name from public.%I where tenant_id = $1 and id = $2',
    case in_table when 'task_group' then 'lb_user' else in_table end) into found using (in_row ->> 'tenant_id')::bigint, in_id;
  return coalesce(in_row ->> 'name', found, '');
end
$$;
grant execute on function app.name_of(text, bigint, jsonb) to writer;

-- Writes a change of the register down, refuses it to whoever acts as another (AUTH-29), and keeps the row as it is where a second
-- administrator has to confirm it.
create function app.hold_control() returns trigger language plpgsql set search_path to '' as $$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole constant jsonb := coalesce(new_row, old_row);
  actor constant bigint := app.actor_id();
  entry record;
  change public.control_change;
  is_held boolean;
begin
  -- A machine carries out what people have set.
  if coalesce(actor, 0) = 0 then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  for entry in
    select * from app.controls() c where c.table_name = tg_table_name and case c.kind
      when 'columns' then tg_op = 'UPDATE' or tg_op = 'INSERT' and c.of_new
      when 'deletion' then tg_op = 'DELETE'
      when 'setting' then c.control in (old_row ->> 'key', new_row ->> 'key')
      else true end
  loop
    change := null;
    change.before := app.picked(old_row, entry.columns);
    change.after := app.picked(new_row, entry.columns);
    if tg_op = 'INSERT' and entry.kind = 'columns' then
      change.before := app.picked(entry.initial, entry.columns);
    elsif tg_op = 'INSERT' and entry.kind = 'setting' then
      change.before := change.after || entry.initial;
    end if;
    continue when change.before is not distinct from change.after
      or jsonb_strip_nulls(change.before) is not distinct from jsonb_strip_nulls(change.after)
      or not app.governs(tg_table_name, entry.control, old_row, new_row);
    if actor is distinct from app.user_id() then
      raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
    end if;
    change.act := case when change.before is null then 'insert' when change.after is null then 'delete' else 'update' end;
    change.row_key := case when change.act = 'insert' then change.after when whole ? 'id' then app.picked(whole, '{id}')
      else app.picked(old_row, entry.columns) end;
    continue when exists (select from public.control_change c
      where c.tenant_id = (whole ->> 'tenant_id')::bigint and c.table_name = tg_table_name and c.row_key = change.row_key
        and c.control = entry.control and c.state = 'confirmed' and not c.at_once and c.decided_at = now()
        and c.after is not distinct from change.after);
    is_held := app.is_watched((whole ->> 'tenant_id')::bigint, actor)
      and (entry.control <> 'email' or app.holds_power(old_row));
    update public.control_change c set state = 'void', decided_at = now()
      where c.tenant_id = (whole ->> 'tenant_id')::bigint and c.table_name = tg_table_name and c.row_key = change.row_key
        and c.control = entry.control and c.state = 'pending';
    change.of_id := case when entry.parent is not null then (whole ->> entry.parent)::bigint end;
    change.of_table := case when tg_table_name = 'lb_user' and (whole ->> 'is_group')::boolean then 'task_group' else entry.of_table end;
    insert into public.control_change (tenant_id, table_name, control, act, row_key, before, after, of_table, of_id, of_name,
        state, at_once, proposed_by_id, decided_by_id, decided_at)
      select (whole ->> 'tenant_id')::bigint, tg_table_name, entry.control, change.act, change.row_key, change.before, change.after,
        change.of_table, change.of_id, app.name_of(change.of_table, change.of_id, whole),
        case when is_held then 'pending' else 'confirmed' end, not is_held, actor,
        case when not is_held then actor end, case when not is_held then now() end;
    continue when not is_held;
    perform set_config('app.waiting', (coalesce(nullif(current_setting('app.waiting', true), ''), '0')::integer + 1)::text, true);
    if change.act <> 'update' then
      return null;
    end if;
    new := jsonb_populate_record(new, change.before);
  end loop;
  if tg_op <> 'DELETE' then
    return new;
  end if;
  -- What was to become of a row that is gone.
  update public.control_change c set state = 'void', decided_at = now()
    where c.tenant_id = (whole ->> 'tenant_id')::bigint and c.table_name = tg_table_name and c.row_key = app.picked(whole, '{id}')
      and c.state = 'pending';
  return old;
end
$$;

create function app.note_maker() returns trigger language plpgsql set search_path to '' as $$
declare
  actor constant bigint := nullif(app.actor_id(), 0);
begin
  if actor is null or actor = new.id then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.made_by_id := actor;
    new.made_at := now();
    return new;
  end if;
  if new.email is distinct from old.email or (new.active and not new.blocked) and (old.blocked or not old.active) then
    new.made_by_id := actor;
    new.made_at := now();
  end if;
  if (new.blocked or not new.active) and app.administers(old.tenant_id, old.id) then
    new.put_out_at := now();
  end if;
  return new;
end
$$;

-- The register takes the place of the guards that stood at its tables.
do $$
declare
  registered text;
begin
  for registered in select distinct table_name from app.controls() loop
    execute format('drop trigger if exists guard_four_eyes on public.%I', registered);
    execute format('drop trigger if exists guard_four_eyes_roles on public.%I', registered);
    execute format('drop trigger if exists guard_four_eyes_before on public.%I', registered);
    execute format('create trigger hold_control before insert or update or delete on public.%I for each row
      when (current_user = ''writer'') execute function app.hold_control()', registered);
  end loop;
end
$$;
create trigger note_maker before insert or update of email, active, blocked on lb_user for each row
  when (current_user = 'writer') execute function app.note_maker();
-- Counts what has changed, not what waits.
alter trigger bump_token_version on lb_user rename to note_token_version;

-- Carries out what was just confirmed; false where the row has become another one meanwhile, so that nothing was done.
create function app.carry_out_control(in_id bigint) returns boolean language plpgsql set search_path to '' as $$
declare
  change public.control_change;
  target text;
  names text;
  keys text;
  met bigint;
begin
  select * into strict change from public.control_change where tenant_id = app.tenant_id() and id = in_id;
  target := format('public.%I', change.table_name);
  select string_agg(quote_ident(name), ', ') into names from jsonb_object_keys(coalesce(change.after, change.before)) name;
  if change.act = 'insert' then
    execute format('insert into %1$s (tenant_id, %2$s) select $1, %2$s from jsonb_populate_record(null::%1$s, $2)', target, names)
      using change.tenant_id, change.after;
    return true;
  end if;
  select string_agg(format('t.%1$I = k.%1$I', name), ' and ') into keys from jsonb_object_keys(change.row_key) name;
  keys := format('from jsonb_populate_record(null::%1$s, $2) k', target)
    || case when change.act = 'update' then format(', jsonb_populate_record(null::%1$s, $4) r', target) else '' end
    || format(' where t.tenant_id = $1 and %s and app.picked(to_jsonb(t), array(select jsonb_object_keys($3))) = $3', keys);
  if change.act = 'update' then
    execute format('update %s t set %s %s', target,
        (select string_agg(format('%1$I = r.%1$I', name), ', ') from jsonb_object_keys(change.after) name), keys)
      using change.tenant_id, change.row_key, change.before, change.after;
  else
    execute format('delete from %s t using %s', target, substr(keys, 6)) using change.tenant_id, change.row_key, change.before;
  end if;
  get diagnostics met = row_count;
  return met = 1;
end
$$;
grant execute on function app.carry_out_control(bigint) to writer;

-- Those whom it concerns are told by mail, of what is changed within a few seconds in one.
create function app.tell_of_controls() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  perform graphile_worker.add_job('control_changes', json_build_object('tenant_id', new.tenant_id),
    run_at => now() + interval '10 seconds', job_key => format('control changes %s', new.tenant_id), job_key_mode => 'preserve_run_at',
    max_attempts => 25);
  return null;
end
$$;
create trigger told_of after insert or update of state on control_change for each row execute function app.tell_of_controls();

-- No setting confirms what waits, and no company that is put aside (INV-33): an account waits while any company, active or not,
-- wants a second person, or another one of the same supplier waits already.
create or replace function app.hold_bank_change() returns trigger language plpgsql as $$
declare
  waits constant boolean := exists (
      select from public.client c where c.tenant_id = new.tenant_id and c.bank_change_second_person)
    or exists (select from public.supplier_bank_change b
      where b.tenant_id = new.tenant_id and b.supplier_id = new.id and b.state = 'pending');
begin
  if exists (
    select from public.supplier_bank_change b
    where b.tenant_id = new.tenant_id and b.supplier_id = new.id and b.state = 'confirmed' and b.decided_at = now()
      and b.iban is not distinct from new.iban and b.bic is not distinct from new.bic) then
    return new;
  end if;
  update public.supplier_bank_change set state = 'replaced', decided_by_id = nullif(app.actor_id(), 0), decided_at = now()
    where tenant_id = new.tenant_id and supplier_id = new.id and state = 'pending';
  insert into public.supplier_bank_change
      (tenant_id, supplier_id, iban, bic, former_iban, former_bic, state, proposed_by_id, decided_by_id, decided_at)
    select new.tenant_id, new.id, new.iban, new.bic, old.iban, old.bic, case when waits then 'pending' else 'confirmed' end,
      nullif(app.actor_id(), 0), case when not waits then nullif(app.actor_id(), 0) end, case when not waits then now() end;
  if waits then
    new.iban := old.iban;
    new.bic := old.bic;
  end if;
  return new;
end
$$;
