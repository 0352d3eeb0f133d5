-- Companies limit what changes of an order need no new approval by an amount, too, and accept a little more goods than
-- ordered (PROC-42).
alter table client
  add column price_tolerance_amount numeric(12,2) check (price_tolerance_amount >= 0),
  add column over_delivery_percent numeric(5,2) not null default 0 check (over_delivery_percent between 0 and 100);
grant select (price_tolerance_amount, over_delivery_percent) on client to reader, reader_price;

alter table procurement_line drop constraint procurement_line_received,
  add constraint procurement_line_received check (quantity is null or quantity_received <= 2 * quantity);
