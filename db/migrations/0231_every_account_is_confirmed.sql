-- Every account of a supplier is confirmed by a second person before anything is paid to it: the first one and a foreign one, too,
-- by whatever way it came. Until then it stands in the proposals alone (INV-33).
alter table supplier_bank_change
  -- Nobody else could have confirmed it, or no company wanted a second person.
  add column at_once boolean not null default false,
  -- What of the supplier changed while it waited, so that it is void.
  add column void_columns text[],
  -- A proposal outlives its supplier, so that an account that was rejected is known when it comes again.
  alter column supplier_id drop not null,
  drop constraint supplier_bank_change_state_check,
  add constraint supplier_bank_change_state_check check (state in ('pending', 'confirmed', 'rejected', 'replaced', 'void')),
  drop constraint supplier_bank_change_tenant_id_supplier_id_fkey,
  -- Deferred, as the account of a new supplier is written down before his row is.
  add constraint supplier_bank_change_tenant_id_supplier_id_fkey foreign key (tenant_id, supplier_id)
    references supplier (tenant_id, id) on delete set null (supplier_id) deferrable initially deferred;
create index supplier_bank_change_of_account on supplier_bank_change (tenant_id, iban);
grant select (at_once, void_columns) on supplier_bank_change to reader, reader_price;
-- Making void is no act of control: it takes nothing but a proposal away, also from whoever acts as another.
create or replace trigger guard_four_eyes before insert or delete on supplier_bank_change for each row
  execute function app.guard_four_eyes();
create trigger guard_four_eyes_of_verdict before update on supplier_bank_change for each row when (new.state <> 'void')
  execute function app.guard_four_eyes();

-- Whether a person may say whose account is whose (role 17), himself or by a group.
create function app.confirms_accounts(in_tenant bigint, in_person bigint) returns boolean
language sql stable set search_path to '' as $$
  select exists (
    select from public.lb_user u
    where u.tenant_id = in_tenant and u.id = in_person and u.active and not u.blocked and not u.is_group and (
      u.roles && '{user-admin,user-can-insert-supplier}' or exists (
        select from public.task_group_user m
        join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.is_group and g.active
        where m.tenant_id = u.tenant_id and m.lb_user_id = u.id and g.roles && '{user-admin,user-can-insert-supplier}')))
$$;

-- Whether somebody else could confirm an account that this person names. Nobody becomes the only one by what he did to the others
-- within seven days: by blocking them, or by taking their right away where nobody confirmed it.
create function app.accounts_are_watched(in_tenant bigint, in_person bigint) returns boolean
language sql stable set search_path to '' as $$
  select in_person is null
    or exists (select from public.lb_user u where u.tenant_id = in_tenant and u.id <> in_person and not u.is_group and u.email is not null
      and (app.confirms_accounts(in_tenant, u.id) and not app.made_lately(in_tenant, u.id, in_person)
        or (u.blocked or not u.active) and u.roles && '{user-admin,user-can-insert-supplier}' and u.updated_at > now() - interval '7 days'))
    or exists (select from public.control_change c where c.tenant_id = in_tenant and c.proposed_by_id = in_person
      and c.at_once and c.decided_at > now() - interval '7 days' and (
        c.control = 'roles' and c.before -> 'roles' ?| '{user-admin,user-can-insert-supplier}'
          and not c.after -> 'roles' ?| '{user-admin,user-can-insert-supplier}'
        or c.control = 'task_group_user' and c.act <> 'insert'
        or c.table_name = 'lb_user' and c.control in ('active', 'is_group', 'lb_user')))
$$;

-- Whether anything may be paid to this account of a supplier: the one answer for whatever leaves (INV-33).
create function app.is_account_confirmed(in_tenant bigint, in_supplier bigint, in_iban text) returns boolean
language sql stable set search_path to '' as $$
  select exists (select from public.supplier_bank_change b
    where b.tenant_id = in_tenant and b.supplier_id = in_supplier and b.iban = in_iban and b.state = 'confirmed')
$$;
grant execute on function app.is_account_confirmed(bigint, bigint, text) to writer;

-- No setting, deactivation or deletion confirms what waits (INV-33): an account waits while any company, active or not, wants a
-- second person, or another one of the same supplier waits already; only where nobody else could confirm it, it counts at once.
create or replace function app.hold_bank_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  actor constant bigint := nullif(app.actor_id(), 0);
  former public.supplier;
  waiting public.supplier_bank_change;
  waits boolean;
begin
  if tg_op = 'UPDATE' then
    former := old;
  end if;
  if exists (
    select from public.supplier_bank_change b
    where b.tenant_id = new.tenant_id and b.supplier_id = new.id and b.state = 'confirmed' and b.decided_at = now()
      and b.iban is not distinct from new.iban and b.bic is not distinct from new.bic) then
    return new;
  end if;
  select * into waiting from public.supplier_bank_change b
    where b.tenant_id = new.tenant_id and b.supplier_id = new.id and b.state = 'pending';
  waits := (waiting.id is not null
      or exists (select from public.client c where c.tenant_id = new.tenant_id and c.bank_change_second_person))
    and app.accounts_are_watched(new.tenant_id, actor);
  -- What waits already keeps its proposer, whoever names it once more.
  if not waits or waiting.id is null or (waiting.iban, waiting.bic) is distinct from (new.iban, new.bic) then
    update public.supplier_bank_change set state = 'replaced', decided_by_id = actor, decided_at = now() where tenant_id = new.tenant_id and id = waiting.id;
    insert into public.supplier_bank_change
        (tenant_id, supplier_id, iban, bic, former_iban, former_bic, state, at_once, proposed_by_id, decided_by_id, decided_at)
      select new.tenant_id, new.id, new.iban, new.bic, former.iban, former.bic, case when waits then 'pending' else 'confirmed' end,
        not waits, actor, case when not waits then actor end, case when not waits then now() end;
  end if;
  if waits then
    perform set_config('app.waiting', (coalesce(nullif(current_setting('app.waiting', true), ''), '0')::integer + 1)::text, true);
    new.iban := former.iban;
    new.bic := former.bic;
  end if;
  return new;
end
$$;
create trigger hold_first_account before insert on supplier for each row
  when (current_user = 'writer' and new.iban is not null) execute function app.hold_bank_change();

-- What an installation is filled with, and what stood before this rule, counts as it stands; so does what was paid
-- to before. Accounts abroad to which nothing was paid are looked at once.
-- Whoever fills an installation writes rows of several tenants in one transaction.
create function app.note_standing_account() returns trigger language plpgsql security definer
  set search_path to '' set app.tenant_id to '' as $$
begin
  insert into public.supplier_bank_change (tenant_id, supplier_id, iban, bic, state, at_once, decided_at)
    select new.tenant_id, new.id, new.iban, new.bic, 'confirmed', true, now()
    where not app.is_account_confirmed(new.tenant_id, new.id, new.iban);
  return null;
end
$$;
create trigger note_standing_account after insert or update of iban on supplier for each row
  when (current_user <> 'writer' and left(new.iban, 2) = new.country) execute function app.note_standing_account();
-- Nobody did anything, so that the audit has nothing to tell.
set constraints all immediate;
alter table supplier_bank_change disable trigger audit;
insert into supplier_bank_change (tenant_id, supplier_id, iban, bic, state, at_once, decided_at)
  select distinct on (k.tenant_id, k.supplier_id, k.iban) k.tenant_id, k.supplier_id, k.iban, k.bic, 'confirmed', true, now() from (
    select tenant_id, id as supplier_id, iban, bic from supplier where left(iban, 2) = country
    union all select tenant_id, supplier_id, iban, bic from invoice where exported_at is not null
  ) k
  where k.supplier_id is not null and k.iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$' and not app.is_account_confirmed(k.tenant_id, k.supplier_id, k.iban);
alter table supplier_bank_change enable trigger audit;

-- A proposal is about the supplier as he was: it is void when his name, his numbers or his activity change meanwhile (INV-33).
create function app.void_bank_change(in_tenant bigint, in_supplier bigint, in_columns text[]) returns void
language sql set search_path to '' as $$
  update public.supplier_bank_change set state = 'void', void_columns = in_columns, decided_by_id = nullif(app.actor_id(), 0), decided_at = now()
    where tenant_id = in_tenant and supplier_id = in_supplier and state = 'pending' and proposed_at < now()
$$;
create function app.identity_columns(in_row jsonb) returns jsonb language sql immutable set search_path to '' as $$
  select jsonb_object_agg(name, in_row -> name)
    from unnest('{name,country,supplier_number,external_id,vendor_account,vat_number,tax_number,active,client_id}'::text[]) name
    where in_row ? name
$$;
create function app.void_outgrown_accounts() returns trigger language plpgsql security definer set search_path to '' as $$
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
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger void_outgrown_accounts before delete or update of name, country, supplier_number, external_id, vat_number, tax_number, active
  on supplier for each row execute function app.void_outgrown_accounts();
create trigger void_outgrown_accounts before insert or delete or update of external_id, vendor_account, client_id
  on supplier_client for each row execute function app.void_outgrown_accounts();
