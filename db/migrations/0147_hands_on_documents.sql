-- The human behind a step and behind a change (APPR-17, TL-27): whoever acted as another person counts as himself.

alter table timeline_entry add column actor_id bigint,
  add foreign key (tenant_id, actor_id) references lb_user (tenant_id, id) on delete restrict;
create index on timeline_entry (tenant_id, actor_id) where actor_id is not null;
grant select (actor_id) on timeline_entry to reader, reader_price;

create function app.is_acting() returns boolean language sql stable parallel safe
  return app.actor_id() is distinct from app.user_id();
grant execute on function app.is_acting() to writer, operator, gate;

-- Who really did it, whatever wrote the entry.
create function app.keep_actor() returns trigger language plpgsql as $$
begin
  new.actor_id := case when new.completed_at is not null and app.is_acting() then app.actor_id() end;
  return new;
end
$$;
create trigger keep_actor before insert on timeline_entry
  for each row when (app.is_acting()) execute function app.keep_actor();
create trigger keep_actor_of_end before update on timeline_entry
  for each row when (new.completed_at is distinct from old.completed_at) execute function app.keep_actor();

-- Who had a hand in a document while he acted as somebody else.
create table document_hand (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity not null,
  procurement_id bigint,
  invoice_id bigint,
  contract_id bigint,
  lb_user_id bigint not null,
  actor_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, actor_id) references lb_user (tenant_id, id) on delete restrict,
  constraint document_hand_of_one_document check (num_nonnulls(procurement_id, invoice_id, contract_id) = 1),
  constraint document_hand_key unique nulls not distinct (tenant_id, procurement_id, invoice_id, contract_id, lb_user_id, actor_id)
);
create index on document_hand (tenant_id, invoice_id) where invoice_id is not null;
create index on document_hand (tenant_id, contract_id) where contract_id is not null;
create index on document_hand (tenant_id, lb_user_id);
create index on document_hand (tenant_id, actor_id);
call app.wall('document_hand', readable => false, audited => false);

-- A comment moves nothing, though what follows it gets another number; nobody has a hand in a document that goes away with it.
create function app.note_hand() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  followed text[] := array['updated_at', 'entry_no', 'size', 'text_type'];
begin
  if tg_table_name = 'timeline_entry' and changed ->> 'type' = 'comment'
     or tg_op = 'UPDATE' and to_jsonb(old) - followed = changed - followed then
    return null;
  end if;
  insert into public.document_hand (tenant_id, procurement_id, invoice_id, contract_id, lb_user_id, actor_id)
    select app.tenant_id(), d.procurement_id, d.invoice_id, d.contract_id, app.user_id(), app.actor_id()
    from (
      select id as procurement_id, null::bigint as invoice_id, null::bigint as contract_id from public.procurement
        where tenant_id = app.tenant_id() and id = app.document_of(changed, tg_table_name, 'procurement')
      union all
      select null, id, null from public.invoice
        where tenant_id = app.tenant_id() and id = app.document_of(changed, tg_table_name, 'invoice')
      union all
      select null, null, id from public.contract
        where tenant_id = app.tenant_id() and id = app.document_of(changed, tg_table_name, 'contract')
    ) d limit 1
    on conflict do nothing;
  return null;
end
$$;

do $$
declare
  changed text;
begin
  foreach changed in array array['procurement', 'procurement_line', 'procurement_approver', 'invoice', 'invoice_line', 'invoice_tax',
      'invoice_approver', 'contract', 'contract_line', 'contract_term', 'contract_approver', 'document_file', 'timeline_entry'] loop
    execute format('create trigger note_hand after insert or update or delete on %I for each row when (app.is_acting()) '
      'execute function app.note_hand()', changed);
  end loop;
end
$$;

-- The audit knows the hands of before.
insert into document_hand (tenant_id, procurement_id, invoice_id, contract_id, lb_user_id, actor_id)
  select a.tenant_id, p.id, i.id, c.id, u.id, m.id
  from audit_log a
  join lb_user m on m.tenant_id = a.tenant_id and m.id = a.lb_user_id
  join lb_user u on u.tenant_id = a.tenant_id and 'via ' || u.name = a.info and u.id <> m.id
  left join procurement p on p.tenant_id = a.tenant_id and p.id = a.procurement_id
  left join invoice i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
  left join contract c on c.tenant_id = a.tenant_id and c.id = a.contract_id
  where a.info like 'via %' and num_nonnulls(p.id, i.id, c.id) = 1 and a."table" in ('procurement', 'procurement_line',
    'procurement_approver', 'invoice', 'invoice_line', 'invoice_tax', 'invoice_approver', 'contract', 'contract_line', 'contract_term',
    'contract_approver', 'document_file')
  on conflict do nothing;
