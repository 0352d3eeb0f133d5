-- Later migrations list documents by functions whose columns come still later. Until 0455 these functions do nothing; it defines
-- them again and lists all documents.
create or replace function app.list_procurement(in_tenant bigint, in_ids bigint[], in_whole boolean) returns void
language plpgsql set search_path to '' as 'begin end';
create or replace function app.list_invoice(in_tenant bigint, in_ids bigint[], in_whole boolean) returns void
language plpgsql set search_path to '' as 'begin end';
create or replace function app.list_contract(in_tenant bigint, in_ids bigint[], in_whole boolean) returns void
language plpgsql set search_path to '' as 'begin end';
