-- Updates all derived rows of documents.
create or replace function app.keep_documents(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform app.list_documents(in_tenant, in_kind, in_documents);
  perform app.keep_budget_amounts(in_tenant, in_kind, in_documents);
end
$$;
