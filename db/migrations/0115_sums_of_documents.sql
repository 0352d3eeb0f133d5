-- The dashboard of a year adds what hundreds of thousands of documents are worth (DASH-03). For whoever sees all documents of a kind
-- they are added up while they change, by spans of about a month. A month of a tenant begins between fourteen hours before and twelve
-- hours after that of UTC, so these hours are a span of their own between two months: a span counts whole wherever the tenant is, and
-- when the tenant moves to another time zone nothing is to be added anew.
create function app.sum_span(at timestamptz) returns timestamptz language sql immutable parallel safe
return (
  date_trunc('month', at at time zone 'UTC' - interval '12 hours')
  + case when at at time zone 'UTC' < date_trunc('month', at at time zone 'UTC' - interval '12 hours') + interval '1 month -14 hours'
      then interval '12 hours' else interval '1 month -14 hours' end
) at time zone 'UTC';
create function app.sum_span_end(at timestamptz) returns timestamptz language sql immutable parallel safe
return (
  date_trunc('month', at at time zone 'UTC' - interval '12 hours') + interval '1 month'
  + case when at at time zone 'UTC' < date_trunc('month', at at time zone 'UTC' - interval '12 hours') + interval '1 month -14 hours'
      then interval '-14 hours' else interval '12 hours' end
) at time zone 'UTC';
revoke execute on function app.sum_span(timestamptz), app.sum_span_end(timestamptz) from public;
grant execute on function app.sum_span(timestamptz), app.sum_span_end(timestamptz) to reader, reader_price;

-- What counts is the sum of the rows of a part. A change adds rows and changes none, so that two who write at once never wait for each
-- other; now and then somebody folds the rows of a part into one.
create table document_total (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  span timestamptz not null,
  kind text not null check (kind in ('procurement', 'invoice', 'contract')),
  currency text not null,
  dimension text not null check (dimension in ('status', 'department', 'cost_center', 'ledger_account')),
  -- The status, or the id as text; null counts the documents without one.
  key text,
  count bigint not null,
  net numeric(18, 2) not null,
  primary key (tenant_id, id)
);
create index on document_total (tenant_id, span) include (kind, currency, dimension, key, count, net);
-- Drafts are in no sum, so that a sum is of rows that its reader sees, every one: those of modules that are on, of kinds of which he
-- sees all (the policy of document).
call app.wall('document_total', amounts => '{net}', audited => false,
  visible => 'kind = any ((select app.kinds_on())::text[]) and kind = any ((select app.kinds_seen(''all''))::text[])');
revoke insert, update, delete on document_total from writer;

-- The parts of a chart in which a document counts.
create function app.parts_of_charts(status text, department_id bigint, cost_center_id bigint, ledger_account_id bigint)
returns table (dimension text, key text) language sql immutable parallel safe as $$
  values ('status', status), ('department', department_id::text), ('cost_center', cost_center_id::text),
    ('ledger_account', ledger_account_id::text)
$$;
revoke execute on function app.parts_of_charts(text, bigint, bigint, bigint) from public;

-- Adds the documents of the tenant anew, while nobody else changes the sums.
create function app.rebuild_document_totals(in_tenant bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.document_total in share row exclusive mode;
  delete from public.document_total where tenant_id = in_tenant;
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, net)
    select in_tenant, d.span, d.kind, d.currency, p.dimension, p.key, sum(d.count), sum(d.net)
      from (
        select app.sum_span(created_at) as span, kind, company_currency as currency, status, department_id, cost_center_id,
            ledger_account_id, count(*) as count, sum(company_netto) as net
          from public.document where tenant_id = in_tenant and status <> 'draft'
          group by 1, 2, 3, 4, 5, 6, 7
      ) d
      cross join lateral app.parts_of_charts(d.status, d.department_id, d.cost_center_id, d.ledger_account_id) p
      group by 2, 3, 4, 5, 6;
end
$$;
revoke execute on function app.rebuild_document_totals(bigint) from public;

-- One row instead of several of a part. Rows that somebody else is just folding are left to him.
create function app.fold_document_totals(in_tenant bigint, in_span timestamptz) returns void
language sql set search_path = '' as $$
  with several as (
    select unnest(array_agg(id)) as id from public.document_total
      where tenant_id = in_tenant and span = in_span
      group by kind, currency, dimension, key having count(*) > 1
  ), taken as materialized (
    select s.id from public.document_total s
      where s.tenant_id = in_tenant and s.id = any (array(select id from several)) for update skip locked
  ), gone as (
    delete from public.document_total s where s.tenant_id = in_tenant and s.id = any (array(select id from taken))
      returning s.kind, s.currency, s.dimension, s.key, s.count, s.net
  )
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, net)
    select in_tenant, in_span, kind, currency, dimension, key, sum(count), sum(net)
      from gone group by kind, currency, dimension, key having sum(count) <> 0 or sum(net) <> 0
$$;
revoke execute on function app.fold_document_totals(bigint, timestamptz) from public;

-- What a statement changes: the parts in which its documents count after it, less those in which they counted before.
do $triggers$
declare
  each record;
begin
  for each in
    select * from (values
      ('insert', 'new table as became', 'select *, 1 as sign from became'),
      ('update', 'old table as was new table as became',
        'select *, 1 as sign from became union all select *, -1 from was'),
      ('delete', 'old table as was', 'select *, -1 as sign from was')
    ) as v (event, tables, changed)
  loop
    execute format($create$
      create function app.sum_documents_of_%1$s() returns trigger
      language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $body$
declare
  full_span record;
begin
  for full_span in
    with added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, net)
        select c.tenant_id, app.sum_span(c.created_at), c.kind, c.company_currency, p.dimension, p.key, sum(c.sign),
            sum(c.sign * c.company_netto)
          from (%3$s) c
          cross join lateral app.parts_of_charts(c.status, c.department_id, c.cost_center_id, c.ledger_account_id) p
          where c.status <> 'draft'
          group by 1, 2, 3, 4, 5, 6 having sum(c.sign) <> 0 or sum(c.sign * c.company_netto) <> 0
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id %% 64 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span);
  end loop;
  return null;
end
$body$;
      revoke execute on function app.sum_documents_of_%1$s() from public;
      create trigger summed_%1$s after %1$s on document referencing %2$s
        for each statement execute function app.sum_documents_of_%1$s()$create$, each.event, each.tables, each.changed);
  end loop;
end
$triggers$;

select app.rebuild_document_totals(id) from tenant;
