-- An invoice of an order that was to be paid in advance is marked as its order is, on whatever way they were linked
-- (PROC-23). Whoever knows better takes the mark off afterwards.
create or replace function app.copy_payment_in_advance() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.procurement_id is not distinct from old.procurement_id then
      return new;
    end if;
  end if;
  new.payment_in_advance := new.payment_in_advance or exists (
    select from public.procurement p
    where p.tenant_id = new.tenant_id and p.id = new.procurement_id and p.payment_in_advance);
  return new;
end
$$;
