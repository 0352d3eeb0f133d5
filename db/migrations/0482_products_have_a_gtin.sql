-- Products have a GTIN, so that the bar code on the goods finds their line (MOB-05). Forms and API check its last digit.
-- function app.audited_view
alter table product add column gtin text check (gtin ~ '^([0-9]{8}|[0-9]{12,14})$');
grant select (gtin) on product to reader, reader_price;
drop view audited.product;
call app.audited_view('product');
