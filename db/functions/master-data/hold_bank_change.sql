-- A new account of a supplier, from any source (form, table view, import, API), waits for a second person if any
-- company, active or not, requires one, or another account of the supplier is already waiting; it counts at once only
-- if nobody else could confirm it. No setting, deactivation or deletion confirms a waiting account (INV-33). It is
-- recorded in any case.
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
  -- A waiting account keeps its proposer, even if somebody names it again.
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
