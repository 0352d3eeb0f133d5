-- The account of a supplier changes in two steps: somebody proposes another one, and a second person confirms it (INV-21).
-- What was proposed, by whom, and what became of it, is the history of his bank data (DATA-19).
create table supplier_bank_change (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  supplier_id bigint not null,
  iban text check (iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'),
  bic text check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  -- What stood at the supplier when it was proposed.
  former_iban text,
  former_bic text,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'rejected', 'replaced')),
  -- Who is really logged in, also while he acts as somebody else; null where a machine read it.
  proposed_by_id bigint,
  proposed_at timestamptz not null default now(),
  decided_by_id bigint,
  decided_at timestamptz,
  -- The invoice that brought it.
  source_invoice_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete cascade,
  foreign key (tenant_id, proposed_by_id) references lb_user (tenant_id, id) on delete set null (proposed_by_id),
  foreign key (tenant_id, decided_by_id) references lb_user (tenant_id, id) on delete set null (decided_by_id),
  foreign key (tenant_id, source_invoice_id) references invoice (tenant_id, id) on delete set null (source_invoice_id),
  constraint supplier_bank_change_decided check ((state = 'pending') = (decided_at is null))
);
create index on supplier_bank_change (tenant_id, supplier_id, id desc);
-- One proposal waits at a time: a later one takes its place.
create unique index supplier_bank_change_pending on supplier_bank_change (tenant_id, supplier_id) where state = 'pending';
create index on supplier_bank_change (tenant_id, proposed_by_id);
create index on supplier_bank_change (tenant_id, decided_by_id);
create index on supplier_bank_change (tenant_id, source_invoice_id);
call app.wall('supplier_bank_change', parent => 'supplier', visible => app.hangs_on('supplier_bank_change', 'supplier'));
create trigger guard_four_eyes before insert or update or delete on supplier_bank_change for each row
  execute function app.guard_four_eyes();

alter table supplier drop column pending_bank;
create or replace trigger guard_four_eyes before insert or update or delete on supplier for each row
  execute function app.guard_four_eyes('iban', 'bic', 'bank');

-- On whatever way another account comes to a supplier (form, table view, import, API), it waits for a second person while
-- any company of the tenant wants one, and is written down in any case. What was just confirmed passes.
create function app.hold_bank_change() returns trigger language plpgsql as $$
declare
  waits constant boolean := exists (
    select from public.client c where c.tenant_id = new.tenant_id and c.active and c.bank_change_second_person);
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
-- Named behind the guard of four eyes, which looks at what was wanted (AUTH-29).
create trigger hold_bank_change before update on supplier for each row
  when (current_user = 'writer' and (new.iban is distinct from old.iban or new.bic is distinct from old.bic))
  execute function app.hold_bank_change();

-- Who typed the account that an invoice has now, as really logged in: he cannot be its second person. Null where it was read.
-- No key: it is only compared, also when the person is gone.
alter table invoice add column iban_by_id bigint;
grant select (iban_by_id) on invoice to reader, reader_price;
