-- An invoice whose credit note is booked is not discarded (INV-31); first the credit note is.
-- function app.keep_credited
create trigger keep_credited before update of status on invoice for each row
  when (new.status in ('declined', 'declined-exported') and old.status not in ('declined', 'declined-exported'))
  execute function app.keep_credited();
