-- Company and department of an invoice choose its approvers like its cost center (INV-32, APPR-17).
drop trigger note_money_hand on invoice;
create trigger note_money_hand before update on invoice for each row
  when ((old.total_netto, old.total_tax, old.total_brutto, old.tax, old.prepaid_amount, old.rounding_amount, old.amount_due, old.currency,
      old.exchange_rate, old.supplier_id, old.iban, old.bic, old.payment_method, old.paid, old.ledger_account_id, old.cost_center_id,
      old.client_id, old.department_id, old.discount_base, old.discount_1_percentage, old.discount_1_amount, old.discount_1_days,
      old.discount_2_percentage, old.discount_2_amount, old.discount_2_days)
    is distinct from (new.total_netto, new.total_tax, new.total_brutto, new.tax, new.prepaid_amount, new.rounding_amount, new.amount_due,
      new.currency, new.exchange_rate, new.supplier_id, new.iban, new.bic, new.payment_method, new.paid, new.ledger_account_id, new.cost_center_id,
      new.client_id, new.department_id, new.discount_base, new.discount_1_percentage, new.discount_1_amount, new.discount_1_days,
      new.discount_2_percentage, new.discount_2_amount, new.discount_2_days))
  execute function app.note_money_hand();
