-- EXP-30: which other document of a supplier has an export number.
create index on invoice (tenant_id, supplier_id, number) where number is not null;
