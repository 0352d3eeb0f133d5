-- What is in another currency than its company's is worth nothing that anybody knows until a rate is known: sums leave it out and lists
-- count it beside them. Orders and limits of amounts are in the currency of the company (PRICE-04, PRICE-07).
alter table document alter column company_netto drop not null;
alter table document add column company_netto_cents bigint generated always as ((company_netto * 100::numeric)::bigint) stored;
grant select (company_netto_cents) on document to reader_price;
-- What is not known comes behind the largest, and before the smallest.
create index document_by_amount on document (tenant_id, company_netto_cents desc nulls last, timeline_id desc);
-- Only the former version orders by it; the column goes with a later one.
drop index document_tenant_id_total_netto_cents_timeline_id_idx;

-- function app.moving_procurement
-- function app.moving_invoice
-- function app.moving_contract
-- function app.sum_documents_of_insert
-- function app.sum_documents_of_update
-- function app.sum_documents_of_delete
select app.list_documents(d.tenant_id, d.kind, array_agg(d.id), false) from document d
  where d.currency <> d.company_currency group by d.tenant_id, d.kind;
