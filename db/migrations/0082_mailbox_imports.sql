-- Invoices that come by mail or from a scanner (MBX-01 to MBX-06, REC-10).

-- Who brings what no person has brought (MBX-05): one row per tenant, made when it is first needed. Nobody logs in as it,
-- gets its mails or has its tasks, since it is blocked; nobody edits it or takes it away.
alter table lb_user
  add column is_system boolean not null default false,
  drop constraint lb_user_email_required,
  add constraint lb_user_email_required check (is_group or is_system or email is not null),
  add constraint lb_user_system_is_blocked check (not is_system or blocked and not is_group and email is null and roles = '{}');
create unique index lb_user_system_key on lb_user (tenant_id) where is_system;
grant select (is_system) on lb_user to reader, reader_price;

create function app.keep_system_person() returns trigger language plpgsql as $$
begin
  if current_user = 'writer' then
    raise exception 'permission denied for table lb_user' using errcode = '42501';
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep_system_person before update on lb_user for each row when (old.is_system or new.is_system)
  execute function app.keep_system_person();
create trigger remove_no_system_person before delete on lb_user for each row when (old.is_system)
  execute function app.keep_system_person();
create trigger make_no_system_person before insert on lb_user for each row when (new.is_system)
  execute function app.keep_system_person();

create function app.system_person() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  found_id bigint;
begin
  if app.tenant_id() is null then
    raise exception 'a system person needs a tenant' using errcode = '42501';
  end if;
  select id into found_id from public.lb_user where tenant_id = app.tenant_id() and is_system;
  if found_id is null then
    insert into public.lb_user (tenant_id, name, is_system, blocked, show_tour)
      values (app.tenant_id(), 'Kontor', true, true, false)
      on conflict (tenant_id) where is_system do update set name = excluded.name returning id into found_id;
  end if;
  return found_id;
end
$$;
grant execute on function app.system_person() to writer;

alter table mailbox
  add column failed_runs integer not null default 0 check (failed_runs >= 0),
  add column search_text text generated always as (app.search_text(name)) stored;
create index mailbox_search_text on mailbox using gin (tenant_id, search_text gin_trgm_ops);
call app.wall('mailbox', secrets => '{password}', ignored => '{has_password,last_run_at,last_error,failed_runs,search_text}',
  visible => '(select app.is_admin())');

-- A password that was typed for one server is told to no other one.
create function app.forget_moved_password() returns trigger language plpgsql as $$
begin
  if new.password is not distinct from old.password then
    new.password := null;
  end if;
  return new;
end
$$;
create trigger forget_moved_password before update of host, port, tls, protocol on mailbox for each row
  when ((old.host, old.port, old.tls, old.protocol) is distinct from (new.host, new.port, new.tls, new.protocol))
  execute function app.forget_moved_password();

-- The mails of a mailbox that were looked at, so that each is imported once (MBX-02); without a mailbox those that came to
-- the address of the tenant (REC-10) or, as files, from a scanner (MBX-06).
create table mailbox_mail (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  mailbox_id bigint,
  -- SHA-256 of its Message-ID and its parts, or of the whole.
  message_key bytea not null check (length(message_key) = 32),
  -- What the server calls it; a copy has another name there.
  server_keys text[] not null default '{}',
  sender text check (length(sender) <= 255),
  subject text check (length(subject) <= 255),
  sent_at timestamptz,
  state text not null check (state in ('imported', 'empty', 'old', 'refused')),
  -- Why it could not be imported, or not whole.
  failure text,
  invoice_count integer not null default 0 check (invoice_count >= 0),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, mailbox_id, message_key),
  foreign key (tenant_id, mailbox_id) references mailbox (tenant_id, id) on delete cascade
);
create index on mailbox_mail (created_at);
call app.wall('mailbox_mail', visible => '(select app.is_admin())', secrets => '{message_key,server_keys}', audited => false);

create or replace function app.module_of(table_name text) returns text language sql immutable parallel safe
return case
  when table_name in ('goods_receipt', 'order_confirmation', 'order_confirmation_line', 'marketplace', 'client_marketplace',
    'punchout_cart', 'punchout_log') then 'procurement'
  when table_name in ('mailbox', 'mailbox_mail', 'buyer_reference', 'supplier_hint', 'client_tax_key', 'd365_allowed_combination')
    then 'invoice'
  when table_name ~ '^(procurement|invoice|contract)(_|$)' then substring(table_name from '^[a-z]+')
  when table_name ~ '^permission(_|$)' then 'permissions' end;
create policy module_on on mailbox_mail as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- A job for every mailbox that is read by itself, unless one is waiting or running (JOB-02).
create function app.enqueue_mailbox_imports() returns void
language plpgsql security definer set search_path = '' as $$
declare
  member record;
  new_job bigint;
begin
  for member in
    select m.tenant_id, m.id from public.mailbox m join public.tenant t on t.id = m.tenant_id
    where t.status = 'active' and m.active and m.import_invoices_automatically and m.password is not null
      and not exists (select from public.configuration c where c.tenant_id = m.tenant_id and c.client_id is null
        and c.key = 'module_invoice' and c.value = 'false')
      and not exists (select from public.job j where j.tenant_id = m.tenant_id and j.kind = 'import_mailbox'
        and j.state in ('queued', 'running') and (j.input ->> 'mailbox_id')::bigint = m.id)
  loop
    insert into public.job (tenant_id, kind, input)
      values (member.tenant_id, 'import_mailbox', json_build_object('mailbox_id', member.id)) returning id into new_job;
    perform app.queue_job(member.tenant_id, new_job, 'import_mailbox', null);
  end loop;
end
$$;
grant execute on function app.enqueue_mailbox_imports() to gate;

-- The tenants whose address for invoices is among these (REC-10). An address that two tenants have belongs to none.
create function app.tenants_of_addresses(in_addresses text[]) returns table (tenant_id bigint, is_alone boolean)
language sql stable security definer set search_path = '' as $$
  select t.id, not exists (
      select from public.tenant o where o.id <> t.id and lower(o.import_invoice_email) = lower(t.import_invoice_email))
    from public.tenant t
    where t.status = 'active' and lower(t.import_invoice_email) = any (in_addresses)
$$;
grant execute on function app.tenants_of_addresses(text[]) to gate;

-- Older mails no mailbox looks at any more.
create function app.clean_up_mails() returns void
language sql security definer set search_path = '' as $$
  delete from public.mailbox_mail where created_at < now() - interval '400 days'
$$;
grant execute on function app.clean_up_mails() to gate;
