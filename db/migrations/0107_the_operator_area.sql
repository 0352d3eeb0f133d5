-- The operator area: what tenants are billed besides their documents (DATA-09), what an operator sees of documents (OP-05), and
-- what archiving ends (OP-03). An operator's writes stand in the audit of the tenant they are about (OP-12).

create table tenant_additional_item (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  description text not null check (trim(description) <> '' and length(description) <= 255),
  net_amount numeric(14, 2) not null,
  start_date date not null,
  end_date date,
  primary key (tenant_id, id),
  constraint tenant_additional_item_end_after_start check (end_date >= start_date)
);

create table tenant_tiered_price (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  -- From how many documents on the prices hold.
  quantity integer not null check (quantity >= 0),
  base_price numeric(14, 2) not null check (base_price >= 0),
  unit_price numeric(14, 4) not null check (unit_price >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, quantity) deferrable
);

alter table tenant_additional_item enable row level security, force row level security;
alter table tenant_tiered_price enable row level security, force row level security;
create policy operator_wall on tenant_additional_item to operator
  using ((select app.is_operator())) with check ((select app.is_operator()));
create policy operator_wall on tenant_tiered_price to operator
  using ((select app.is_operator())) with check ((select app.is_operator()));
grant select, insert, update, delete on tenant_additional_item, tenant_tiered_price to operator;
-- The product itself reads in a tenant what it is billed; nobody of the tenant does.
create policy tenant_wall on tenant_additional_item for select to writer using (tenant_id = (select app.tenant_id()));
create policy tenant_wall on tenant_tiered_price for select to writer using (tenant_id = (select app.tenant_id()));
grant select on tenant_additional_item, tenant_tiered_price to writer;
create trigger audit after insert or update or delete on tenant_additional_item
  for each row execute function app.write_audit('{}', '{net_amount}', '{}', 'tenant');
create trigger audit after insert or update or delete on tenant_tiered_price
  for each row execute function app.write_audit('{}', '{base_price,unit_price}', '{}', 'tenant');
create trigger audit after insert or update or delete on global_configuration
  for each row execute function app.write_audit('{}', '{}', '{}', 'global_configuration');

-- Of documents an operator sees which there are, and nothing of their content.
create policy operator_wall on document for select to operator using ((select app.is_operator()));
create policy operator_wall on client for select to operator using ((select app.is_operator()));
grant select (tenant_id, kind, id, timeline_id, number, status, client_id, created_at, total_brutto, currency) on document to operator;
grant select (tenant_id, id, name) on client to operator;

-- The time zone of a tenant, whose months its documents are counted by; null for who is no operator.
create function app.zone_of_tenant(in_tenant bigint) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  zone text;
begin
  if not app.is_operator() then
    return null;
  end if;
  select value into zone from public.configuration
    where tenant_id = in_tenant and key = 'timezone' and client_id is null;
  perform now() at time zone zone;
  return coalesce(zone, 'Europe/Berlin');
exception when invalid_parameter_value then
  return 'Europe/Berlin';
end
$$;
revoke execute on function app.zone_of_tenant(bigint) from public;
grant execute on function app.zone_of_tenant(bigint) to operator;

-- The first administrator of a tenant that has nobody yet, who is invited as all new people are (OP-01).
create function app.found_administrator(in_tenant bigint, in_name text, in_email text, in_lang text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  founded bigint;
begin
  if not app.is_operator() or exists (select from public.lb_user where tenant_id = in_tenant) then
    raise exception 'permission denied for table lb_user' using errcode = '42501';
  end if;
  insert into public.lb_user (tenant_id, name, email, lang, roles)
    values (in_tenant, in_name, in_email, in_lang, '{user-admin}') returning id into founded;
  return founded;
end
$$;
revoke execute on function app.found_administrator(bigint, text, text, text) from public;
grant execute on function app.found_administrator(bigint, text, text, text) to operator;

-- Nobody archives the tenant he works in: nobody would be left to restore it.
create function app.guard_own_tenant() returns trigger
language plpgsql as $$
begin
  if new.id = app.tenant_id() then
    raise exception 'permission denied for table tenant' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger guard_own_tenant before update of status on tenant
  for each row when (new.status <> old.status) execute function app.guard_own_tenant();

-- Whoever is logged in when his tenant is archived is put out at once, and has to log in anew when it is restored (OP-03). What
-- the queue has let go of meanwhile is queued again then; what is still in it comes up by itself.
create function app.move_tenant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'archived' then
    update public.refresh_token set revoked_at = now() where tenant_id = new.id and revoked_at is null;
    update public.lb_user set token_version = token_version + 1 where tenant_id = new.id and not is_group;
    return null;
  end if;
  perform app.queue_job(j.tenant_id, j.id, j.kind, null)
    from public.job j
    where j.tenant_id = new.id and j.state in ('queued', 'running') and not exists (
      select from graphile_worker._private_jobs q
      where (q.payload ->> 'job_id')::bigint = j.id and (q.payload ->> 'tenant_id')::bigint = new.id);
  perform graphile_worker.add_job('mail', json_build_object('tenant_id', m.tenant_id, 'mail_id', m.id), max_attempts => 100)
    from public.mail m
    where m.tenant_id = new.id and m.state in ('queued', 'sending') and not exists (
      select from graphile_worker._private_jobs q
      where (q.payload ->> 'mail_id')::bigint = m.id and (q.payload ->> 'tenant_id')::bigint = new.id);
  perform graphile_worker.add_job(
      'digest', json_build_object('tenant_id', new.id, 'person_id', n.lb_user_id), max_attempts => 100,
      job_key => format('digest %s %s', new.id, n.lb_user_id), job_key_mode => 'preserve_run_at')
    from (select distinct lb_user_id from public.notification where tenant_id = new.id and sent_at is null) n;
  return null;
end
$$;
revoke execute on function app.move_tenant() from public;
create trigger moved after update of status on tenant
  for each row when (new.status <> old.status) execute function app.move_tenant();

-- Of an operator the audit of another tenant names who it was, by name alone (OP-12).
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
  -- What belongs to no tenant stands in the audit of the tenant of whoever wrote it.
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
  if app.is_operator() then
    select 'operator ' || name into info from public.lb_user where tenant_id = app.tenant_id() and id = actor;
    -- Ids of one tenant mean somebody else in another.
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
