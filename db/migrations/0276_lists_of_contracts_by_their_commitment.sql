-- Lists of contracts are sorted, narrowed and added up by what each commits to (CON-39). In cents, so that an order names its place exactly;
-- what is beyond the exact numbers of JSON counts as the largest of them.
alter table document add column committed_cents bigint generated always as (case kind when 'contract' then
  least(greatest(coalesce(committed_netto, 0) * 100, -9007199254740991), 9007199254740991)::bigint end) stored;
grant select (committed_cents) on document to reader_price;

-- With what policies and sums read of a contract, so that a sum over all of them reads no row.
create index document_commitments on document (tenant_id, committed_cents, timeline_id)
  include (kind, id, status, client_id, department_id, company_currency, company_netto, committed_netto, creator_id, concerned_ids, holder_ids)
  where kind = 'contract';
