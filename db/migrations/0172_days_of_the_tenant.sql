-- What is kept until a day is kept until that day is over where the tenant is, not where UTC has midnight (GEN-14, TECH-19, ARC-02).
create or replace function app.is_kept(in_file file) returns boolean
language sql stable security definer set search_path = ''
return in_file.received_by is distinct from 'view' and (
  coalesce(
    app.kept_until_of(
      in_file.tenant_id, in_file.created_at, in_file.retain_until, in_file.procurement_id, in_file.invoice_id, in_file.contract_id)
      >= app.day_of_tenant(in_file.tenant_id, now()), false)
  or app.is_held(in_file.tenant_id, in_file.procurement_id, in_file.invoice_id, in_file.contract_id));

-- The rest of these functions stays as it is. In a query of its own the day is counted once, and not for each row.
do $days$
declare
  mended record;
  definition text;
begin
  for mended in
    select * from (values
      ('app.deletion_preview(bigint, text, date, date, timestamptz)', 'current_date', '(select app.day_of_tenant(in_tenant, now()))'),
      ('app.documents_for_deletion(bigint, text, timestamptz, timestamptz)', 'current_date',
        '(select app.day_of_tenant(in_tenant, now()))'),
      ('app.charges_of_orders(bigint, bigint[])', 'i.created_at::date', 'app.day_of_tenant(in_tenant, i.created_at)')
    ) as m (name, former, new)
  loop
    definition := pg_get_functiondef(mended.name::regprocedure);
    if position(mended.former in definition) = 0 then
      raise exception '% has no %', mended.name, mended.former;
    end if;
    execute replace(definition, mended.former, mended.new);
  end loop;
end
$days$;

-- Charges of invoices without a date, which came between midnight of the tenant and of UTC, move to their day.
do $fill$
declare
  page record;
begin
  for page in
    select tenant_id, array_agg(id) as ids from invoice
    where invoice_date is null and app.counts_in_budgets('invoice', status) group by tenant_id, id / 1000
  loop
    perform app.keep_order_movements(page.tenant_id, 'invoice', page.ids);
  end loop;
end
$fill$;
