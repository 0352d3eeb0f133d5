-- Lists show what a contract commits to (CON-39): it is kept with the rows of the lists, which follow every change of a contract, of its
-- lines and, by the job of each day, of its dates. `commitmentOf` (src/features/contract/commitment.ts) says the same of one contract.

-- How many intervals of so many months begin from a day until an end, the end included; one at least. Without an end those of a year; what
-- is billed by use counts once.
create function app.intervals_until(in_until date, in_from date, in_months integer) returns integer
language sql immutable parallel safe set search_path to '' as $$
  select case
    when in_months is null then 1
    when in_until is null then 12 / in_months
    when case when extract(day from in_from) > 1 then in_from - 1 + make_interval(months => first.count * in_months)
           else in_from + make_interval(months => first.count * in_months) - interval '1 day' end >= in_until then first.count
    else first.count + 1 end
  from (select greatest(1, floor((
    (extract(year from in_until) - extract(year from in_from)) * 12 + extract(month from in_until) - extract(month from in_from))
    / in_months)::integer) as count) first
$$;

-- What a contract commits its company to net, as it stands; that of an amendment counts from the present day on.
create function app.committed_netto(k public.contract) returns numeric
language sql stable set search_path to '' as $$
  with span as (
    select coalesce(k.next_possible_contract_end, k.end_date) as until, case
      when k.start_date is null then t.today
      when k.amends_id is not null then greatest(k.start_date, t.today)
      else k.start_date end as day
    from (select app.day_of_tenant(k.tenant_id, now()) as today offset 0) t
  ), lines as (
    select l.total, coalesce(l.usage_type, k.usage_type) as usage from public.contract_line l
      where l.tenant_id = k.tenant_id and l.contract_id = k.id
    union all
    select k.total_netto, k.usage_type where not exists (
      select from public.contract_line l where l.tenant_id = k.tenant_id and l.contract_id = k.id)
  )
  select round(sum(l.total * app.intervals_until(s.until, s.day,
      case l.usage when 'monthly' then 1 when 'quarterly' then 3 when 'semiannually' then 6 when 'yearly' then 12 end)), 2)
  from lines l cross join span s
$$;
revoke execute on function app.intervals_until(date, date, integer), app.committed_netto(public.contract) from public;

alter table document add column committed_netto numeric(20,2);
grant select (committed_netto) on document to reader_price;

-- The rows are written as before (0104), with one column more for contracts.
do $list$
declare
  source text := pg_get_functiondef('app.moving_contract(bigint, bigint)'::regprocedure);
begin
  source := replace(source, 'company_netto numeric,', 'company_netto numeric, committed_netto numeric,');
  source := replace(source, '''EUR''), h.total_netto,' || E'\n', '''EUR''), h.total_netto, app.committed_netto(h),' || E'\n');
  if strpos(source, 'app.committed_netto(h)') = 0 then
    raise exception 'app.moving_contract is another one';
  end if;
  drop function app.moving_contract(bigint, bigint);
  execute source;
  revoke execute on function app.moving_contract(bigint, bigint) from public;
  execute replace(replace(pg_get_functiondef('app.list_contract(bigint, bigint[], boolean)'::regprocedure),
    ' d.company_netto,', ' d.company_netto, d.committed_netto,'), ' company_netto,', ' company_netto, committed_netto,');
end
$list$;
update document d set committed_netto = app.committed_netto(k)
  from contract k where d.kind = 'contract' and k.tenant_id = d.tenant_id and k.id = d.id;

-- Those of amendments, and of contracts without a beginning, move with the day, and no change of their contract tells it.
create function app.list_commitments_of_the_day() returns void
language sql security definer set search_path to '' as $$
  select app.list_documents(app.tenant_id(), 'contract', array(
    select id from public.contract where tenant_id = app.tenant_id() and (amends_id is not null or start_date is null)
      and status = any (app.open_statuses('contract'))), false)
$$;
revoke execute on function app.list_commitments_of_the_day() from public;
grant execute on function app.list_commitments_of_the_day() to writer;
