-- The counted share of an order line: of an order finished incompletely, the received part, not the ordered one.
-- Received goods of a cancelled order count until their invoice arrives; freight of a cancelled order does not
-- (BUD-08).
create or replace function app.came_of(in_status text, in_kind text, in_quantity numeric, in_received numeric) returns numeric
language sql immutable parallel safe
return case
  when in_status in ('completed', 'declined') and in_kind = 'item' and in_quantity > 0 then in_received / in_quantity
  when in_status = 'declined' then 0
  else 1 end;
