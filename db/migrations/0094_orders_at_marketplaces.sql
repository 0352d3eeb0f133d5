-- When an order was handed to a shop: whoever finds it begun does not know whether it arrived, and asks a person (PUN-10).
alter table procurement_order_letter
  add column handed_over_at timestamptz,
  drop constraint procurement_order_letter_failure_check,
  add constraint procurement_order_letter_failure_check
    check (failure in ('order_changed', 'request_cancelled', 'mail_refused', 'shop_refused', 'interrupted'));
call app.child_wall('procurement_order_letter', amounts => '{content}');
