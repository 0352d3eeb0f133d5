-- Who changes how an invoice is paid, or that it is, has a hand in its money as well (INV-32): the fields are those of `isOfMoney`
-- (src/features/invoice/rules.ts), with the totals and the rate that follow from them; a test holds both together.
drop trigger note_money_hand on invoice;
create trigger note_money_hand before update on invoice for each row
  when ((old.total_netto, old.total_tax, old.total_brutto, old.tax, old.prepaid_amount, old.rounding_amount, old.amount_due, old.currency,
      old.exchange_rate, old.supplier_id, old.iban, old.bic, old.payment_method, old.paid, old.ledger_account_id, old.cost_center_id,
      old.discount_base, old.discount_1_percentage, old.discount_1_amount, old.discount_1_days, old.discount_2_percentage,
      old.discount_2_amount, old.discount_2_days)
    is distinct from (new.total_netto, new.total_tax, new.total_brutto, new.tax, new.prepaid_amount, new.rounding_amount, new.amount_due,
      new.currency, new.exchange_rate, new.supplier_id, new.iban, new.bic, new.payment_method, new.paid, new.ledger_account_id, new.cost_center_id,
      new.discount_base, new.discount_1_percentage, new.discount_1_amount, new.discount_1_days, new.discount_2_percentage,
      new.discount_2_amount, new.discount_2_days))
  execute function app.note_money_hand();
drop trigger note_money_hand on invoice_line;
create trigger note_money_hand after update on invoice_line for each row
  when ((old.kind, old.quantity, old.price_unit, old.unit_net_price, old.line_allowance, old.line_charge, old.total_netto,
      old.tax_percentage, old.tax_category, old.ledger_account_id, old.cost_center_id)
    is distinct from (new.kind, new.quantity, new.price_unit, new.unit_net_price, new.line_allowance, new.line_charge, new.total_netto,
      new.tax_percentage, new.tax_category, new.ledger_account_id, new.cost_center_id))
  execute function app.note_money_hand_of_line();
