-- Auditors (ARC-04): one company and period, reading only, with a last day, and a log of everything they ask for.

alter table lb_user
  add column auditor_client_id bigint,
  add column auditor_from date,
  add column auditor_until date,
  add column auditor_ends_on date;
-- Until now the role had no effect, so that whoever holds it loses nothing with it.
update lb_user set roles = array_remove(roles, 'user-auditor') where 'user-auditor' = any (roles);
alter table lb_user
  add constraint lb_user_auditor_client foreign key (tenant_id, auditor_client_id) references client (tenant_id, id),
  add constraint lb_user_auditor check (case when 'user-auditor' = any (roles)
    then roles = array['user-auditor'] and not is_group and auditor_until >= auditor_from
      and num_nonnulls(auditor_client_id, auditor_from, auditor_until, auditor_ends_on) = 4
    else num_nonnulls(auditor_client_id, auditor_from, auditor_until, auditor_ends_on) = 0 end);
create index on lb_user (tenant_id, auditor_client_id) where auditor_client_id is not null;
call app.wall('lb_user', amounts => '{approval_limit}', secrets => '{api_token_hash,token_version}',
  ignored => '{token_version,search_text}');
grant select (auditor_ends_on) on lb_user to gate;
create or replace trigger guard_four_eyes before insert or update or delete on lb_user
  for each row execute function app.guard_four_eyes('roles', 'approval_limit', 'priority_approval_limit',
    'auditor_client_id', 'auditor_from', 'auditor_until', 'auditor_ends_on');

create or replace function app.bump_token_version() returns trigger language plpgsql as $$
begin
  if (new.roles, new.blocked, new.active, new.client_id, new.department_id,
      new.auditor_client_id, new.auditor_from, new.auditor_until, new.auditor_ends_on)
     is distinct from (old.roles, old.blocked, old.active, old.client_id, old.department_id,
      old.auditor_client_id, old.auditor_from, old.auditor_until, old.auditor_ends_on) then
    new.token_version := old.token_version + 1;
  end if;
  return new;
end
$$;

-- An auditor is only that: no task group gives him tasks or rights.
create function app.guard_auditor() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'lb_user' then
    if exists (select from public.task_group_user m where m.tenant_id = new.tenant_id and m.lb_user_id = new.id) then
      raise exception 'auditor_only' using errcode = '23514', column = 'roles';
    end if;
  elsif exists (select from public.lb_user u where u.tenant_id = new.tenant_id and u.id = new.lb_user_id
                  and 'user-auditor' = any (u.roles)) then
    raise exception 'auditor_only' using errcode = '23514', column = 'lb_user_id';
  end if;
  return null;
end
$$;
create constraint trigger guard_auditor after update of roles on lb_user deferrable initially deferred
  for each row when ('user-auditor' = any (new.roles)) execute function app.guard_auditor();
create constraint trigger guard_auditor after insert or update on task_group_user deferrable initially deferred
  for each row execute function app.guard_auditor();

-- What an auditor has asked for, one row for each request and operation of it; written before it is answered.
create table auditor_access (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  -- No foreign keys: who it was stays known, as in the audit.
  lb_user_id bigint not null,
  actor_id bigint not null,
  kind text not null check (kind in ('query', 'document', 'file', 'export', 'call')),
  operation text not null check (length(operation) between 1 and 200),
  target_table text check (length(target_table) <= 63),
  target_id text check (length(target_id) <= 64),
  request_id uuid not null,
  primary key (tenant_id, id)
);
create index on auditor_access (tenant_id, lb_user_id, id);
create index on auditor_access (tenant_id, request_id);
call app.wall('auditor_access', visible => '(select app.is_admin())', audited => false);
-- As the audit: nobody changes or removes it, and `app.log_access` alone adds to it.
revoke insert, update, delete on auditor_access from writer;

-- The reader that auditors are: with the rights of readers with prices, and narrowed by policies of its own, so that the plans
-- of all others are what they were.
do $$
begin
  if not exists (select from pg_roles where rolname = 'auditor') then
    create role auditor nologin;
  end if;
end
$$;
grant reader_price to auditor with inherit true, set false;
grant auditor to kontor_web with inherit false, set true;

create function app.auditor_client() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.auditor_client', true), '')::bigint;
create function app.auditor_from() returns date language sql stable parallel safe
  return nullif(current_setting('app.auditor_from', true), '')::date;
create function app.auditor_until() returns date language sql stable parallel safe
  return nullif(current_setting('app.auditor_until', true), '')::date;
grant execute on function app.auditor_client(), app.auditor_from(), app.auditor_until() to auditor;

-- Ids of the invoices with a booking in the auditor's period, whatever their own day is.
create function app.audited_bookings() returns setof bigint
language sql stable security definer set search_path = '' as $$
  select e.invoice_id from public.invoice_export_entry e
    where e.tenant_id = app.tenant_id() and e.booked_on between app.auditor_from() and app.auditor_until()
$$;
grant execute on function app.audited_bookings() to auditor;
create index invoice_export_entry_booked on invoice_export_entry (tenant_id, booked_on, invoice_id) where booked_on is not null;

-- The documents that an export of the company and period chooses (ARC-05, `chooseDocuments`), but no drafts of requests.
create procedure app.audited(table_name text, condition text, also_others boolean default false) language plpgsql as $$
begin
  execute format('create policy audited on %I for select to auditor using (tenant_id = (select app.tenant_id()) and (%s))',
    table_name, condition);
  if not also_others then
    execute format('create policy only_audited on %I as restrictive for select to auditor using (%s)', table_name, condition);
  end if;
end
$$;
call app.audited('client', 'id = (select app.auditor_client())');
call app.audited('procurement', $$client_id = (select app.auditor_client()) and status <> 'draft'
  and (created_at at time zone (select app.time_zone()))::date between (select app.auditor_from()) and (select app.auditor_until())$$);
call app.audited('invoice', $$client_id = (select app.auditor_client())
  and (coalesce(invoice_date, (created_at at time zone (select app.time_zone()))::date)
      between (select app.auditor_from()) and (select app.auditor_until())
    or id in (select app.audited_bookings()))$$);
call app.audited('contract', $$client_id = (select app.auditor_client())
  and (created_at at time zone (select app.time_zone()))::date <= (select app.auditor_until())
  and (end_date is null or end_date >= (select app.auditor_from()))$$);
call app.audited('document', $$client_id = (select app.auditor_client()) and kind = any ((select app.kinds_on())::text[])
  and case kind
    when 'contract' then exists (select from contract c where c.tenant_id = document.tenant_id and c.id = document.id)
    else (kind <> 'procurement' or status <> 'draft')
      and (coalesce(invoice_date, (created_at at time zone (select app.time_zone()))::date)
          between (select app.auditor_from()) and (select app.auditor_until())
        or (kind = 'invoice' and id in (select app.audited_bookings()))) end$$);
-- Runs of exports with an invoice that he sees.
call app.audited('invoice_export_run', $$client_id = (select app.auditor_client())
  and exists (select from invoice_export_entry e where e.tenant_id = invoice_export_run.tenant_id
    and e.invoice_export_run_id = invoice_export_run.id)$$);
-- Master data that permission groups keep from others explain the documents, as in the export.
call app.audited('department', 'true', also_others => true);
call app.audited('cost_center', 'true', also_others => true);
call app.audited('supplier', 'true', also_others => true);
call app.audited('product_group', 'true', also_others => true);
drop procedure app.audited(text, text, boolean);

-- Whether the last day of an auditor's access is over, in the time zone of the tenant.
create function app.is_over(in_tenant bigint, in_day date) returns boolean
language sql stable security definer set search_path = '' as $$
  select (now() at time zone app.time_zone_of(in_tenant))::date > in_day
$$;
grant execute on function app.is_over(bigint, date) to gate, writer;

-- Notes what an auditor asks for; only as himself, and only he.
create function app.log_access(in_kind text, in_operation text, in_table text, in_target text, in_request uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if app.auditor_client() is null then
    raise exception 'permission denied for table auditor_access' using errcode = '42501';
  end if;
  insert into public.auditor_access (tenant_id, lb_user_id, actor_id, kind, operation, target_table, target_id, request_id)
    values (app.tenant_id(), app.user_id(), coalesce(app.actor_id(), app.user_id()), in_kind, in_operation, in_table, in_target, in_request);
end
$$;
grant execute on function app.log_access(text, text, text, text, uuid) to auditor;

-- An auditor comes in while his access lasts, with a request that is in the log, and changes nothing. `app.own_matters` is
-- what the server says before that: the transaction writes the log itself, or what is the auditor's own.
create function app.enter_as_auditor(in_tenant bigint, in_person bigint, in_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  auditor record;
begin
  select u.auditor_client_id, u.auditor_from, u.auditor_until, u.auditor_ends_on into strict auditor
    from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person;
  if app.is_over(in_tenant, auditor.auditor_ends_on) then
    raise exception 'auditor_ended' using errcode = '28000', detail = auditor.auditor_ends_on::text;
  end if;
  perform
    set_config('app.client_id', auditor.auditor_client_id::text, true),
    set_config('app.auditor_client', auditor.auditor_client_id::text, true),
    set_config('app.auditor_from', auditor.auditor_from::text, true),
    set_config('app.auditor_until', auditor.auditor_until::text, true);
  if coalesce(current_setting('app.own_matters', true), '') = 'on' then
    return;
  end if;
  -- Jobs and links of mails have no request, and an auditor none of them.
  if in_version is null or not exists (
      select from public.auditor_access a where a.tenant_id = in_tenant
        and a.request_id = nullif(current_setting('app.request_id', true), '')::uuid and a.lb_user_id = in_person) then
    raise exception 'permission denied for table auditor_access' using errcode = '42501';
  end if;
  perform set_config('transaction_read_only', 'on', true);
end
$$;

create or replace function app.enter(in_tenant bigint, in_person bigint, in_actor bigint, in_version integer, in_as_operator boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  groups bigint[];
  effective text[];
  is_auditor boolean;
begin
  if in_person = 0 and in_actor = 0 and in_version is null and not in_as_operator then
    perform app.enter_as_tenant(in_tenant);
    return;
  end if;
  select u.id, u.roles, u.client_id, u.department_id, u.token_version, u.blocked, u.active, t.status
    into person
    from public.lb_user u join public.tenant t on t.id = u.tenant_id
    where u.tenant_id = in_tenant and u.id = in_person;
  if person.id is null or person.status <> 'active'
     or (in_version is not null and (person.token_version <> in_version or person.blocked or not person.active)) then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  if in_actor <> in_person and not app.administers(in_tenant, in_actor) then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  is_auditor := 'user-auditor' = any (person.roles);
  select coalesce(array_agg(g.id), '{}'), coalesce(array_agg(distinct role) filter (where role is not null), '{}')
    into groups, effective
    from public.task_group_user m
    join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.is_group and g.active
    left join lateral unnest(g.roles) as role on true
    where m.tenant_id = in_tenant and m.lb_user_id = in_person and not is_auditor;
  effective := effective || person.roles;
  if is_auditor then
    effective := effective || 'user-price'::text;
  end if;
  -- Nobody crosses tenants in the name of somebody else.
  if in_as_operator and (in_actor <> in_person or not 'user-operator' = any (effective)) then
    raise exception 'permission denied for table tenant' using errcode = '42501';
  end if;
  perform
    set_config('app.tenant_id', in_tenant::text, true),
    set_config('app.user_id', in_person::text, true),
    set_config('app.actor_id', in_actor::text, true),
    set_config('app.roles', array_to_string(effective, ','), true),
    set_config('app.is_admin', case when 'user-admin' = any (effective) then 'on' else '' end, true),
    set_config('app.is_operator', case when in_as_operator then 'on' else '' end, true),
    -- What was his before he became an auditor is not his to see as one.
    set_config('app.persons', (case when is_auditor then '{}'::bigint[] else in_person || groups end)::text, true),
    set_config('app.client_id', coalesce(person.client_id::text, ''), true),
    set_config('app.department_id', coalesce(person.department_id::text, ''), true),
    set_config('app.permissions', app.permissions_of(in_tenant, in_person)::text, true),
    set_config('app.procurement_scope', app.scope_of(effective, 'user-see-all-orders'), true),
    set_config('app.procurement_involved', app.involved_of(effective, 'user-see-all-orders', 'user-see-own-orders-and-involved'), true),
    set_config('app.invoice_scope', app.scope_of(effective, 'user-see-all-invoices'), true),
    set_config('app.invoice_involved', app.involved_of(effective, 'user-see-all-invoices', 'user-see-own-invoices-and-involved'), true),
    set_config('app.contract_scope', app.scope_of(effective, 'user-see-contracts'), true),
    set_config('app.contract_involved', app.involved_of(effective, 'user-see-contracts', 'user-see-own-contracts-and-involved'), true);
  if is_auditor then
    perform app.enter_as_auditor(in_tenant, in_person, in_version);
  end if;
end
$$;
