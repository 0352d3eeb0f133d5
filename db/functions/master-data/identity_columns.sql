create or replace function app.identity_columns(in_row jsonb) returns jsonb language sql immutable set search_path to '' as $$
  select jsonb_object_agg(name, in_row -> name)
    from unnest('{name,country,supplier_number,external_id,vendor_account,vat_number,tax_number,active,client_id}'::text[]) name
    where in_row ? name
$$;
