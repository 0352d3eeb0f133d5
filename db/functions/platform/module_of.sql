-- The module of a table; null for shared tables.
create or replace function app.module_of(table_name text) returns text language sql immutable parallel safe
return case
  when table_name in ('goods_receipt', 'order_confirmation', 'order_confirmation_line', 'order_movement', 'marketplace', 'marketplace_product_group',
    'client_marketplace', 'punchout_cart', 'punchout_log') then 'procurement'
  when table_name in ('mailbox', 'mailbox_mail', 'buyer_reference', 'supplier_hint', 'client_tax_key', 'd365_allowed_combination',
    'accounting_connection', 'accounting_sign_in', 'client_discount_code', 'client_d365_dimension',
    'client_automatic_export') then 'invoice'
  when table_name ~ '^(procurement|invoice|contract)(_|$)' then substring(table_name from '^[a-z]+')
  when table_name ~ '^permission(_|$)' then 'permissions' end;
grant execute on function app.module_of(text) to reader, reader_price;
