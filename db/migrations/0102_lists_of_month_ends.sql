-- What the lists of the end of a month look for (DASH-07): invoices by when they were exported and by when their discounts end, and
-- steps by when they were done.
create index on invoice (tenant_id, exported_at);
create index on invoice (tenant_id, (coalesce(discount_2_date, discount_1_date))) where discount_1_date is not null;
create index on timeline_entry (tenant_id, completed_at) where completed_at is not null;
