create or replace function app.bank_columns(in_table text) returns text[] language sql immutable parallel safe return
  case in_table
    when 'supplier' then '{iban,bic,bank}'
    when 'supplier_bank_change' then '{iban,bic,former_iban,former_bic}'
    else '{}'
  end::text[];
grant execute on function app.bank_columns(text) to reader, reader_price, writer;
