-- What the lists of the end of a month look for (DASH-07): invoices by when they were exported and by when their discounts end, and
-- steps by when they were done. Steps are written one after the other, so that ranges of blocks tell their days; an index of rows
-- would have to be written with every step that is done (0060).
create index on invoice (tenant_id, exported_at);
create index on invoice (tenant_id, (coalesce(discount_2_date, discount_1_date))) where discount_1_date is not null;
create index on timeline_entry using brin (tenant_id, completed_at) with (autosummarize = on);
