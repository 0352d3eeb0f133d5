-- Figures derived from the sums of a line's movements. An invoice counts up to the ordered amount, the rest is
-- excess. Received goods count only as far as still expected or invoiced: a completely invoiced order expects no
-- further invoice.
create or replace function app.line_figures(ordered anyelement, came anyelement, ended anyelement, charged anyelement)
returns table (invoiced anyelement, beyond anyelement, received anyelement, committed anyelement, released anyelement, is_settled boolean)
language sql immutable parallel safe as $$
  select i.invoiced, charged - i.invoiced, r.received, e.committed, ordered - i.invoiced - e.committed,
    e.committed = 0 and r.received = i.invoiced and (charged = i.invoiced or ordered = ended and ordered <> 0)
  from (select least(greatest(charged, 0), greatest(ordered, 0)) as invoiced) i
  cross join lateral (select greatest(0, ordered - ended - i.invoiced) as committed) e
  cross join lateral (select least(came, greatest(ordered - ended, i.invoiced)) as received) r
$$;
grant execute on function app.line_figures(anyelement, anyelement, anyelement, anyelement) to reader, reader_price, writer;
