-- The urgency day of an invoice changes when a discount has ended, without a change of the invoice (OVW-10).
create or replace function app.list_passed_days() returns void
language sql security definer set search_path to '' as $$
  select app.list_documents(app.tenant_id(), 'invoice', array(
    select i.id from public.invoice i
      join public.document d on d.tenant_id = i.tenant_id and d.kind = 'invoice' and d.id = i.id
      where i.tenant_id = app.tenant_id() and i.discount_1_date is not null and not i.paid
        and d.urgent_on in (i.discount_1_date, i.discount_2_date)
        and d.urgent_on < app.day_of_tenant(i.tenant_id, now())), false)
$$;
grant execute on function app.list_passed_days() to writer;
