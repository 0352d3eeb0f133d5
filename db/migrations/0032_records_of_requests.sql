-- A counter receipt belongs to the receipt that it takes back (PROC-18). Those booked before belong to none.
alter table goods_receipt
  add column reverses_id bigint,
  add foreign key (tenant_id, reverses_id) references goods_receipt (tenant_id, id) on delete cascade,
  add constraint goods_receipt_counter_takes_back check ((quantity < 0) = (reverses_id is not null)) not valid;
create index on goods_receipt (tenant_id, reverses_id) where reverses_id is not null;
call app.child_wall('goods_receipt');

-- What stood in the order when the supplier's answer was compared with it for the last time: when it came, and again
-- when it was accepted. A line that leaves the order later stays in the record (PROC-36).
alter table order_confirmation_line
  add column description text,
  add column ordered_quantity numeric(14, 3),
  add column ordered_price numeric(18, 8),
  add column ordered_delivery_date date,
  alter column procurement_line_id drop not null,
  drop constraint order_confirmation_line_tenant_id_procurement_line_id_fkey,
  add foreign key (tenant_id, procurement_line_id) references procurement_line (tenant_id, id)
    on delete set null (procurement_line_id);
alter table order_confirmation_line disable trigger user;
update order_confirmation_line c set description = l.description, ordered_quantity = l.quantity,
    ordered_price = case l.price_mode when 'gross' then l.price_brutto else l.price_netto end,
    ordered_delivery_date = coalesce(l.delivery_date, p.delivery_date)
  from procurement_line l join procurement p on p.tenant_id = l.tenant_id and p.id = l.procurement_id
  where l.tenant_id = c.tenant_id and l.id = c.procurement_line_id;
alter table order_confirmation_line enable trigger user;
-- In how many places the answer deviated then; who sees no prices reads it as well. Unknown for those of before.
alter table order_confirmation add column difference_count integer check (difference_count >= 0);
call app.child_wall('order_confirmation');
call app.child_wall('order_confirmation_line', amounts => '{price,ordered_price}');
