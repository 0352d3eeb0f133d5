-- What was exported and reopened before is taken back with its correction as well (INV-30).
update invoice_export_entry e set awaits_reversal = true from invoice i
  where i.tenant_id = e.tenant_id and i.id = e.invoice_id and i.status not in ('completed', 'declined', 'declined-exported')
    and e.state = 'exported' and not e.is_reversal and not e.awaits_reversal and not exists (
      select from invoice_export_entry r where r.tenant_id = e.tenant_id and r.reverses_entry_id = e.id and r.state = 'exported');

-- Whether a credit note gives back (INV-31, BUD-04): once it is approved as it is, and as long as what it corrects counts.
create function app.gives_back(i public.invoice) returns boolean
language sql stable set search_path to '' as $$
  select i.status in ('accounting', 'export', 'completed')
    and (i.corrects_invoice_id is null or exists (
      select from public.invoice c where c.tenant_id = i.tenant_id and c.id = i.corrects_invoice_id
        and app.counts_in_budgets('invoice', c.status)))
    and coalesce((
      select abs((r.covered ->> 'value')::numeric) >= abs(round(
          case r.covered ->> 'basis' when 'gross' then i.total_brutto else i.total_netto end * coalesce(i.exchange_rate, 1), 2))
        from public.approval_record r
        where r.tenant_id = i.tenant_id and r.invoice_id = i.id and r.state <> 'asked' order by r.id desc limit 1), true)
$$;

-- The prepayment invoices that a final invoice takes off (INV-22): those of its order in its currency with what corrects them, by the
-- first final invoice of the order alone.
create function app.prepayments_of(i public.invoice) returns setof public.invoice
language sql stable set search_path to '' as $$
  select p.* from public.invoice p
  left join public.invoice c on c.tenant_id = p.tenant_id and c.id = p.corrects_invoice_id
  where i.document_type = 'final' and p.tenant_id = i.tenant_id and p.currency = i.currency
    and app.counts_in_budgets('invoice', p.status)
    and (p.document_type = 'prepayment' and p.procurement_id = i.procurement_id
      or p.document_type = 'credit_note' and c.document_type = 'prepayment' and c.procurement_id = i.procurement_id
        and app.gives_back(p))
    and not exists (
      select from public.invoice f where f.tenant_id = i.tenant_id and f.procurement_id = i.procurement_id and f.document_type = 'final'
        and f.id < i.id and app.counts_in_budgets('invoice', f.status))
$$;

-- Their net and tax by category and rate; one without a breakdown has one rate.
create function app.prepaid_rows(i public.invoice) returns jsonb
language sql stable set search_path to '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('tax_percentage', r.rate::text, 'tax_category', r.category, 'net', r.net::text,
    'tax', r.tax::text)), '[]')
  from app.prepayments_of(i) p
  cross join lateral (
    select t.tax_percentage as rate, t.tax_category as category, t.net, t.tax from public.invoice_tax t
      where t.tenant_id = p.tenant_id and t.invoice_id = p.id
    union all
    select coalesce(p.tax, 0), 'S', p.total_netto, p.total_tax where not exists (
      select from public.invoice_tax t where t.tenant_id = p.tenant_id and t.invoice_id = p.id)) r
$$;

-- How much of its amounts an invoice takes of budgets and orders, 0 to 1: a credit note nothing before it gives back, a final
-- invoice the rest (BUD-04).
create function app.counted_share(i public.invoice) returns numeric
language sql stable set search_path to '' as $$
  select case
    when not app.counts_in_budgets('invoice', i.status) then 0
    when i.total_netto < 0 or i.total_brutto < 0 then case when app.gives_back(i) then 1 else 0 end
    when i.document_type = 'final' and i.total_netto > 0
      then greatest(0, i.total_netto - coalesce((select sum(p.total_netto) from app.prepayments_of(i) p), 0)) / i.total_netto
    else 1 end
$$;
grant execute on function app.gives_back(public.invoice), app.prepayments_of(public.invoice), app.prepaid_rows(public.invoice), app.counted_share(public.invoice) to writer;

create or replace function app.shares_of_orders(in_tenant bigint, in_orders bigint[])
returns table (procurement_id bigint, invoice_id bigint, invoice_date date, net numeric, currency text, exchange_rate numeric)
language sql stable set search_path to '' as $$
  select i.procurement_id, i.id, i.invoice_date, round(app.counted_share(i) * (i.total_netto - coalesce((
      select sum(l.total_netto) from public.invoice_line l
      join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
      where l.tenant_id = in_tenant and l.invoice_id = i.id and o.procurement_id <> i.procurement_id), 0)), 2),
      i.currency, i.exchange_rate
    from public.invoice i
    where i.tenant_id = in_tenant and i.procurement_id = any (in_orders) and app.counts_in_budgets('invoice', i.status)
  union all
  select o.procurement_id, i.id, i.invoice_date, round(app.counted_share(i) * sum(l.total_netto), 2), i.currency, i.exchange_rate
    from public.procurement_line o
    join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
    join public.invoice i on i.tenant_id = in_tenant and i.id = l.invoice_id
    where o.tenant_id = in_tenant and o.procurement_id = any (in_orders)
      and i.procurement_id is distinct from o.procurement_id and app.counts_in_budgets('invoice', i.status)
    group by o.procurement_id, i.tenant_id, i.id
$$;

-- These invoices, with those that correct them and those that they correct: the one decides what the other gives back.
create function app.with_corrections(in_tenant bigint, in_ids bigint[]) returns setof bigint
language sql stable set search_path to '' as $$
  select unnest(in_ids)
  union
  select id from public.invoice where tenant_id = in_tenant and corrects_invoice_id = any (in_ids)
  union
  select corrects_invoice_id from public.invoice
    where tenant_id = in_tenant and id = any (in_ids) and corrects_invoice_id is not null
$$;
grant execute on function app.with_corrections(bigint, bigint[]) to writer;

-- The functions that sum count the share instead of the whole; replaced by their text, so that each stays the one that it is.
create function app.patch_function(in_name regprocedure, variadic in_texts text[]) returns void language plpgsql as $$
declare
  body text := pg_get_functiondef(in_name);
begin
  for place in 1 .. array_length(in_texts, 1) by 2 loop
    if strpos(body, in_texts[place]) = 0 then
      raise exception '% lacks %', in_name, in_texts[place];
    end if;
    body := replace(body, in_texts[place], in_texts[place + 1]);
  end loop;
  execute body;
end
$$;
select app.patch_function('app.amounts_of_invoices(bigint, bigint[])',
  'else coalesce(l.total_netto, 0) end * coalesce(i.exchange_rate, 1) as net',
  'else coalesce(l.total_netto, 0) end * coalesce(i.exchange_rate, 1) * app.counted_share(i) as net');
select app.patch_function('app.charges_of_orders(bigint, bigint[])',
  'round(sum(l.total_netto) * coalesce(i.exchange_rate, 1), 2) as net',
  'round(sum(l.total_netto) * coalesce(i.exchange_rate, 1) * app.counted_share(i), 2) as net',
  '* coalesce(i.exchange_rate, 1), 2) as net
    from public.invoice i
    where', '* coalesce(i.exchange_rate, 1) * app.counted_share(i), 2) as net
    from public.invoice i
    where');
select app.patch_function('app.invoiced_quantity(bigint)',
  'and app.counts_in_budgets(''invoice'', i.status)', 'and app.counted_share(i) > 0');
select app.patch_function('app.keep_budget_amounts(bigint, text, bigint[])',
  'if in_kind = ''invoice'' then
', 'if in_kind = ''invoice'' then
    in_documents := array(select app.with_corrections(in_tenant, in_documents));
');
select app.patch_function('app.keep_order_movements(bigint, text, bigint[])',
  'if in_kind = ''invoice'' then
', 'if in_kind = ''invoice'' then
    in_documents := array(select app.with_corrections(in_tenant, in_documents));
');
select app.patch_function('app.pass_invoiced_netto()',
  'from changed c cross join lateral (
      select c.procurement_id as id where c.procurement_id is not null',
  'from changed c cross join lateral (
      select app.orders_of_invoices(c.tenant_id, array(select app.with_corrections(c.tenant_id, array[c.id]))) as id
      union
      select c.procurement_id where c.procurement_id is not null');
drop function app.patch_function(regprocedure, text[]);

do $$
declare
  one record;
begin
  update procurement p set open_value = p.total_netto - i.net
    from procurement o cross join lateral app.invoiced_of(o.tenant_id, o.id, o.currency, o.exchange_rate) i
    where o.tenant_id = p.tenant_id and o.id = p.id and p.open_value is distinct from p.total_netto - i.net;
  for one in select tenant_id, array_agg(id) as ids from invoice
    where total_netto < 0 or document_type = 'final' group by tenant_id
  loop
    perform app.keep_budget_amounts(one.tenant_id, 'invoice', one.ids);
    perform app.keep_order_movements(one.tenant_id, 'invoice', one.ids);
  end loop;
end
$$;

-- Whether an invoice hangs on a document, which then stays (INV-29); a deletion of an operator takes what has served its time.
create function app.is_needed(in_kind text, in_tenant bigint, in_id bigint) returns boolean
language sql stable set search_path to '' as $$
  select case in_kind
    when 'procurement' then exists (select from public.invoice where tenant_id = in_tenant and procurement_id = in_id) or exists (
      select from public.procurement_line o join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
      where o.tenant_id = in_tenant and o.procurement_id = in_id)
    when 'contract' then exists (select from public.invoice where tenant_id = in_tenant and contract_id = in_id)
    when 'invoice' then exists (select from public.invoice where tenant_id = in_tenant and corrects_invoice_id = in_id)
    else false end
$$;
grant execute on function app.is_needed(text, bigint, bigint) to writer;

create function app.keep_invoiced() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  if app.is_needed(tg_table_name, old.tenant_id, old.id) and not app.is_removing(old.tenant_id) then
    raise exception 'an invoice hangs on % %', tg_table_name, old.id using errcode = '55000';
  end if;
  return old;
end
$$;
create trigger keep_invoiced before delete on procurement for each row execute function app.keep_invoiced();
create trigger keep_invoiced before delete on contract for each row execute function app.keep_invoiced();
create trigger keep_invoiced before delete on invoice for each row execute function app.keep_invoiced();
