-- The search finds documents by the gross amount that stands on them, in their own currency (OVW-02). Numerics do not use an index
-- behind row level security, whole cents do.
alter table document add column total_brutto_cents bigint generated always as ((total_brutto * 100::numeric)::bigint) stored;
grant select (total_brutto_cents) on document to reader_price;
create index document_by_gross on document (tenant_id, total_brutto_cents);
