-- An invoice with an exported credit note cannot be discarded, because the books would keep only the credit note.
create or replace function app.keep_credited() returns trigger language plpgsql set search_path to '' as $$
declare
  credit text := (select coalesce(c.invoice_number_formatted, c.number, c.id::text)
    from public.invoice c
    join public.invoice_export_entry e on e.tenant_id = c.tenant_id and e.invoice_id = c.id
    where c.tenant_id = old.tenant_id and c.corrects_invoice_id = old.id
      and c.status not in ('declined', 'declined-exported') and e.state = 'exported' and not e.is_reversal
      and not exists (select from public.invoice_export_entry r
        where r.tenant_id = e.tenant_id and r.reverses_entry_id = e.id and r.state = 'exported')
    limit 1);
begin
  if credit is not null then
    raise exception 'credit_note_booked' using errcode = '55000', detail = jsonb_build_object('number', credit);
  end if;
  return new;
end
$$;
