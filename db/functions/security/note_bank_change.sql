create or replace function app.note_bank_change(in_supplier bigint, in_iban text, in_bic text, in_proposed_by bigint, in_invoice bigint, in_is_alone boolean)
returns void language plpgsql security definer set search_path to '' as $$
begin
  if in_is_alone and app.accounts_are_watched(app.tenant_id(), app.actor_id())
      or not in_is_alone and app.actor_id() = any (app.proposers_of_account(app.tenant_id(), in_supplier, in_iban)) then
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
grant execute on function app.note_bank_change(bigint, text, text, bigint, bigint, boolean) to writer;
