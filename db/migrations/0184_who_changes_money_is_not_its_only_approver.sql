-- Who changes value, payee or account of an invoice is not its only approver (INV-32), where the company does not say otherwise.
alter table client add column separate_check boolean not null default true;
grant select (separate_check) on client to reader, reader_price;

-- The people who have changed them, each as the human that he is; the product itself, which reads, is none.
alter table invoice add column money_by_ids bigint[] not null default '{}';
-- The audit names them with each change as it is.
drop trigger audit on invoice;
create trigger audit after insert or delete or update on invoice for each row execute function app.write_audit('{}',
  '{total_netto,total_tax,total_brutto,prepaid_amount,rounding_amount,amount_due,discount_base,discount_1_amount,discount_2_amount}',
  '{money_by_ids}', 'invoice');

create function app.note_money_hand() returns trigger language plpgsql set search_path = '' as $$
begin
  if coalesce(app.actor_id(), 0) > 0 and not app.actor_id() = any (new.money_by_ids) then
    new.money_by_ids := new.money_by_ids || app.actor_id();
  end if;
  return new;
end
$$;
create trigger note_money_hand before update on invoice for each row
  when ((old.total_netto, old.total_brutto, old.amount_due, old.currency, old.exchange_rate, old.supplier_id, old.iban, old.bic)
    is distinct from (new.total_netto, new.total_brutto, new.amount_due, new.currency, new.exchange_rate, new.supplier_id, new.iban, new.bic))
  execute function app.note_money_hand();

-- The setting is one of those that govern control (AUTH-37).
do $$
declare
  body text := pg_get_functiondef('app.controls()'::regprocedure);
  known text := '(''bank_change_second_person'', ''{"bank_change_second_person": true}''::jsonb),';
begin
  if strpos(body, known) = 0 then
    raise exception 'the register does not name the second person';
  end if;
  execute replace(body, known, known || '
    (''separate_check'', ''{"separate_check": true}''),');
end
$$;
