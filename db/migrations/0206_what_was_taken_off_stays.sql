-- What a final invoice has taken off is kept with it as long as it is booked, or on its way (INV-22): prepayment invoices that come
-- later change nothing of what has left.
alter table invoice add column taken_off_ids bigint[];
drop trigger audit on invoice;
create trigger audit after insert or delete or update on invoice for each row execute function app.write_audit('{}',
  '{total_netto,total_tax,total_brutto,prepaid_amount,rounding_amount,amount_due,discount_base,discount_1_amount,discount_2_amount}',
  '{money_by_ids,taken_off_ids}', 'invoice');

-- The prepayment invoices that a final invoice takes off (INV-22): those kept with it, else those of its order in its currency with what
-- corrects them, by the first final invoice of the order alone.
create or replace function app.prepayments_of(i public.invoice) returns setof public.invoice
language sql stable set search_path to '' as $$
  select p.* from public.invoice p
  where p.tenant_id = i.tenant_id and p.id = any (i.taken_off_ids)
  union all
  select p.* from public.invoice p
  left join public.invoice c on c.tenant_id = p.tenant_id and c.id = p.corrects_invoice_id
  where i.taken_off_ids is null and i.document_type = 'final' and p.tenant_id = i.tenant_id and p.currency = i.currency
    and app.counts_in_budgets('invoice', p.status)
    and (p.document_type = 'prepayment' and p.procurement_id = i.procurement_id
      or p.document_type = 'credit_note' and c.document_type = 'prepayment' and c.procurement_id = i.procurement_id
        and app.gives_back(p))
    and not exists (
      select from public.invoice f where f.tenant_id = i.tenant_id and f.procurement_id = i.procurement_id and f.document_type = 'final'
        and f.id < i.id and app.counts_in_budgets('invoice', f.status))
$$;

create function app.note_taken_off() returns trigger language plpgsql set search_path to '' as $$
begin
  new.taken_off_ids := case when new.document_type = 'final' and (new.is_leaving or new.status = 'completed')
    then coalesce(new.taken_off_ids, array(select id from app.prepayments_of(new))) end;
  return new;
end
$$;
create trigger note_taken_off before insert or update of status, is_leaving on invoice for each row
  when (new.document_type = 'final') execute function app.note_taken_off();
update invoice i set taken_off_ids = array(select id from app.prepayments_of(i))
  where i.document_type = 'final' and (i.is_leaving or i.status = 'completed');

-- The number of the final invoice that has taken off this prepayment invoice, or what corrects one; null where none has.
create function app.taken_off_by(i public.invoice) returns text
language sql stable set search_path to '' as $$
  select coalesce(f.invoice_number_formatted, f.number, f.id::text)
  from public.invoice f
  where f.tenant_id = i.tenant_id and i.id = any (f.taken_off_ids) and f.procurement_id = coalesce(
    (select c.procurement_id from public.invoice c where c.tenant_id = i.tenant_id and c.id = i.corrects_invoice_id), i.procurement_id)
$$;
grant execute on function app.taken_off_by(public.invoice) to writer;

-- What was taken off is neither discarded nor another amount, whoever writes: first the final invoice is reopened.
create function app.keep_taken_off() returns trigger language plpgsql set search_path to '' as $$
declare
  final text := app.taken_off_by(old);
begin
  if final is not null then
    raise exception 'prepayment_taken_off' using errcode = '55000', detail = jsonb_build_object('number', final);
  end if;
  return new;
end
$$;
create trigger keep_taken_off before update on invoice for each row
  when (old.document_type in ('prepayment', 'credit_note') and (
    app.counts_in_budgets('invoice', old.status) and not app.counts_in_budgets('invoice', new.status)
    or (old.total_netto, old.total_tax, old.total_brutto, old.procurement_id, old.document_type, old.currency, old.corrects_invoice_id)
      is distinct from (new.total_netto, new.total_tax, new.total_brutto, new.procurement_id, new.document_type, new.currency,
        new.corrects_invoice_id)))
  execute function app.keep_taken_off();
