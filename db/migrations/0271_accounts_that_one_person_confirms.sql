-- Where nobody else could confirm an account, one person does so, at the supplier or on an invoice; those who pay and those who run
-- the installation are told (AUTH-37, INV-33).
alter table supplier_bank_change add column is_untold boolean not null default false;
create index supplier_bank_change_untold on supplier_bank_change (tenant_id) where is_untold;
create or replace trigger audit after insert or delete or update on supplier_bank_change for each row
  execute function app.write_audit('{}', '{}', '{is_untold}', 'supplier');

drop function app.note_bank_change(bigint, text, text, bigint, bigint);
create function app.note_bank_change(in_supplier bigint, in_iban text, in_bic text, in_proposed_by bigint, in_invoice bigint, in_is_alone boolean)
returns void language plpgsql security definer set search_path to '' as $$
begin
  if in_is_alone and app.accounts_are_watched(app.tenant_id(), app.actor_id()) then
    raise exception 'permission denied for table supplier_bank_change' using errcode = '42501';
  end if;
  update public.supplier_bank_change set state = 'replaced', decided_by_id = app.user_id(), decided_at = now()
    where tenant_id = app.tenant_id() and supplier_id = in_supplier and state = 'pending' and iban is not distinct from in_iban;
  insert into public.supplier_bank_change (tenant_id, supplier_id, iban, bic, former_iban, former_bic, state, at_once, proposed_by_id,
      decided_by_id, decided_at, source_invoice_id)
    select s.tenant_id, s.id, in_iban, in_bic, s.iban, s.bic, 'confirmed', in_is_alone, in_proposed_by, app.user_id(), now(), in_invoice
    from public.supplier s where s.tenant_id = app.tenant_id() and s.id = in_supplier;
end
$$;
grant execute on function app.note_bank_change(bigint, text, text, bigint, bigint, boolean), app.accounts_are_watched(bigint, bigint),
  app.confirms_accounts(bigint, bigint) to writer;

-- What is counted at once because no company wants a second person is nobody's news.
create function app.note_untold_account() returns trigger language plpgsql set search_path to '' as $$
begin
  new.is_untold := exists (select from public.client c where c.tenant_id = new.tenant_id and c.bank_change_second_person);
  return new;
end
$$;
create trigger note_untold before insert on supplier_bank_change for each row
  when (new.at_once and new.decided_by_id is not null and new.iban is not null) execute function app.note_untold_account();
create trigger told_of after insert on supplier_bank_change for each row when (new.is_untold) execute function app.tell_of_controls();

-- The accounts of which nobody has been told yet, each of them once.
create function app.take_untold_accounts()
returns table (supplier text, person_id bigint, person text) language sql security definer set search_path to '' as $$
  with told as (
    update public.supplier_bank_change b set is_untold = false where b.tenant_id = app.tenant_id() and b.is_untold
    returning b.supplier_id, b.decided_by_id, b.id
  )
  select s.name, t.decided_by_id, u.name::text from told t
  join public.supplier s on s.tenant_id = app.tenant_id() and s.id = t.supplier_id
  join public.lb_user u on u.tenant_id = app.tenant_id() and u.id = t.decided_by_id order by t.id
$$;
grant execute on function app.take_untold_accounts() to writer;

-- An account that is another supplier's is refused when it is proposed for a supplier who is there, as a number is, and not only to whoever
-- would confirm it (ADM-23). That of a new one waits and is told, so that it does not hold up all the others of an import.
create trigger guard_name_of_account before update of iban, active on supplier for each row
  when (current_user = 'writer') execute function app.keep_names_of_supplier('iban');
