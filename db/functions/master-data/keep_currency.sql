-- The company's currency is fixed once amounts use it (PRICE-04, BUD-08): rates of documents, budgets and limits.
-- Checked when proposed and again when a second administrator confirms, since documents may have been added
-- meanwhile.
create or replace function app.keep_currency() returns trigger language plpgsql set search_path to '' as $$
declare
  documents integer;
  budgets integer;
begin
  select count(*) into documents from public.document d
    where d.tenant_id = new.tenant_id and d.client_id = new.id and d.status <> 'draft';
  select count(*) into budgets from public.budget b
    join public.cost_center_client l on l.tenant_id = b.tenant_id and l.cost_center_id = b.cost_center_id
    where b.tenant_id = new.tenant_id and l.client_id = new.id and b.active;
  if documents + budgets > 0 then
    raise exception 'currency_in_use' using errcode = '55000', column = 'currency',
      detail = jsonb_build_object('documents', documents, 'budgets', budgets);
  end if;
  return new;
end
$$;
