-- Writes the rows of the lists for existing documents.
create or replace function app.list_documents(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.list_documents(in_tenant, in_kind, in_documents, true);
end
$$;

create or replace function app.list_documents(in_tenant bigint, in_kind text, in_documents bigint[], in_whole boolean) returns void
language plpgsql set search_path = '' as $$
begin
  -- Old migrations list documents before the newest table of the lists exists; 0460 lists all documents.
  if to_regclass('public.contract_notice_day') is null then
    return;
  end if;
  case in_kind
    when 'procurement' then perform app.list_procurement(in_tenant, in_documents, in_whole);
    when 'invoice' then perform app.list_invoice(in_tenant, in_documents, in_whole);
    when 'contract' then perform app.list_contract(in_tenant, in_documents, in_whole);
  end case;
end
$$;
