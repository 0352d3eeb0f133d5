-- The accounts that replace the credit note's own on a cost center, with the share of each; none if its own apply.
-- They do not apply if the invoice's counted credit notes together give back more on one of them than was taken there.
-- The credit note then counts on the remaining amounts of the invoice's accounts.
create or replace function app.accounts_given_back(in_tenant bigint, in_invoice bigint, in_center bigint)
returns table (ledger_account_id bigint, share numeric)
language sql stable set search_path to '' as $$
  with note as (
    select i as row from public.invoice i where i.tenant_id = in_tenant and i.id = in_invoice
  ), taken as (
    select t.ledger_account_id, t.net from note cross join lateral app.corrected_parts(note.row) t
    where t.cost_center_id = in_center and t.net > 0
  ), given as (
    select o.id, p.ledger_account_id, -p.net as net
    from note
    join public.invoice o on o.tenant_id = in_tenant and o.corrects_invoice_id = (note.row).corrects_invoice_id
      and (o.total_netto < 0 or o.total_brutto < 0) and (o.id = in_invoice or app.counted_share(o) > 0)
    cross join lateral app.own_parts(o) p
    where p.cost_center_id = in_center
  ), beyond as (
    select g.id from given g
    where g.net > 0 and (
      select sum(o.net) from given o where o.ledger_account_id is not distinct from g.ledger_account_id) > coalesce((
      select t.net from taken t where t.ledger_account_id is not distinct from g.ledger_account_id), 0)
  ), remaining as (
    select t.ledger_account_id, greatest(0, t.net - coalesce((
        select sum(g.net) from given g
        where g.ledger_account_id is not distinct from t.ledger_account_id and g.id not in (select id from beyond)), 0)) as net
    from taken t
  )
  select r.ledger_account_id, r.net / sum(r.net) over () from remaining r
  where r.net > 0 and in_invoice in (select id from beyond)
$$;
grant execute on function app.accounts_given_back(bigint, bigint, bigint) to writer;
