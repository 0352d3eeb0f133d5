-- A price that was read of a contract is an amount, unlike what `raw` holds (CON-01, ROLE-07).
alter table contract_recognition add column price jsonb;
grant select (price) on contract_recognition to reader_price;
create or replace trigger audit after insert or delete or update on contract_recognition
  for each row execute function app.write_audit('{}', '{}', '{raw,price}', 'contract');
