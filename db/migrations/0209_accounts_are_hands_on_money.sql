-- Who changes the ledger account or the cost center of an invoice, or its lines, has a hand in it as well (INV-32).
drop trigger note_money_hand on invoice;
create trigger note_money_hand before update on invoice for each row
  when ((old.total_netto, old.total_brutto, old.amount_due, old.currency, old.exchange_rate, old.supplier_id, old.iban, old.bic,
      old.ledger_account_id, old.cost_center_id)
    is distinct from (new.total_netto, new.total_brutto, new.amount_due, new.currency, new.exchange_rate, new.supplier_id, new.iban, new.bic,
      new.ledger_account_id, new.cost_center_id))
  execute function app.note_money_hand();

create function app.note_money_hand_of_line() returns trigger language plpgsql set search_path = '' as $$
declare
  line public.invoice_line := case when tg_op = 'DELETE' then old else new end;
begin
  update public.invoice set money_by_ids = money_by_ids || app.actor_id()
    where tenant_id = line.tenant_id and id = line.invoice_id and app.actor_id() > 0 and not app.actor_id() = any (money_by_ids);
  return null;
end
$$;
create trigger note_money_hand_added after insert or delete on invoice_line for each row execute function app.note_money_hand_of_line();
create trigger note_money_hand after update on invoice_line for each row
  when ((old.total_netto, old.ledger_account_id, old.cost_center_id)
    is distinct from (new.total_netto, new.ledger_account_id, new.cost_center_id))
  execute function app.note_money_hand_of_line();
