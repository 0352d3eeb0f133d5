-- Marks an invoice of a prepaid order as the order, however they were linked (PROC-23). A person may remove the mark
-- afterwards.
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
