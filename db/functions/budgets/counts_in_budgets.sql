-- The statuses in which a document counts.
create or replace function app.counts_in_budgets(in_kind text, in_status text) returns boolean
language sql immutable parallel safe
return case in_kind
  when 'procurement' then in_status in ('approval', 'approved', 'ordered', 'clearing', 'completed')
  when 'invoice' then in_status in ('approval', 'financial-approval', 'clearing', 'accounting', 'export', 'completed')
  else false end;
grant execute on function app.counts_in_budgets(text, text) to writer;
