-- Quantities of invoices keep six decimals, and lines their unit (PRICE-05, INV-26).
drop trigger note_money_hand on invoice_line;
alter table invoice_line alter column quantity type numeric,
  add constraint invoice_line_quantity_check check (quantity = round(quantity, 6) and abs(quantity) < 1e12);
alter table invoice_line add column unit text check (length(unit) <= 30);
grant select (unit) on invoice_line to reader, reader_price;
create trigger note_money_hand after update on invoice_line for each row
  when ((old.kind, old.quantity, old.price_unit, old.unit_net_price, old.line_allowance, old.line_charge, old.total_netto,
      old.tax_percentage, old.tax_category, old.ledger_account_id, old.cost_center_id)
    is distinct from (new.kind, new.quantity, new.price_unit, new.unit_net_price, new.line_allowance, new.line_charge, new.total_netto,
      new.tax_percentage, new.tax_category, new.ledger_account_id, new.cost_center_id))
  execute function app.note_money_hand_of_line();
