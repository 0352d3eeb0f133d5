-- The share of an invoice's amounts that counts on budgets and orders, 0 to 1: none for a credit note before it gives
-- back, the rest for a final invoice (BUD-04).
create or replace function app.counted_share(i public.invoice) returns numeric
language sql stable set search_path to '' as $$
  select case
    when not app.counts_in_budgets('invoice', i.status) then 0
    when i.total_netto < 0 or i.total_brutto < 0 then case when app.gives_back(i) then 1 else 0 end
    when i.document_type = 'final' and i.total_netto > 0
      then greatest(0, i.total_netto - coalesce((select sum(p.total_netto) from app.prepayments_of(i) p), 0)) / i.total_netto
    else 1 end
$$;
grant execute on function app.counted_share(invoice) to writer;
