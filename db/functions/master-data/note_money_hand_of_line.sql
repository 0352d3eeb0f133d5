create or replace function app.note_money_hand_of_line() returns trigger language plpgsql set search_path = '' as $$
declare
  line public.invoice_line := case when tg_op = 'DELETE' then old else new end;
begin
  update public.invoice set money_by_ids = money_by_ids || app.actor_id()
    where tenant_id = line.tenant_id and id = line.invoice_id and app.actor_id() > 0 and not app.actor_id() = any (money_by_ids);
  return null;
end
$$;
