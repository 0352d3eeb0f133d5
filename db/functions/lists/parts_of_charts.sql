-- The chart segments in which a document counts.
create or replace function app.parts_of_charts(status text, department_id bigint, cost_center_id bigint, ledger_account_id bigint)
returns table (dimension text, key text) language sql immutable parallel safe as $$
  values ('status', status), ('department', department_id::text), ('cost_center', cost_center_id::text),
    ('ledger_account', ledger_account_id::text)
$$;
