-- Records changes of documents for the lists of a day. Orders have movements instead.
create or replace function app.keep_states(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql set search_path to '' as $$
begin
  if in_kind = 'invoice' then
    perform app.keep_invoice_states(in_tenant, in_documents);
  elsif in_kind = 'contract' then
    perform app.keep_contract_states(in_tenant, in_documents);
  end if;
end
$$;
