-- A failure to log does not fail the call: it appears in the database's log only (API-20, AUD-07).
create or replace function app.log_mutation(tenant bigint, key text, called text, input text, answer text, person bigint)
returns void language plpgsql set search_path = public, pg_temp as $$
begin
  insert into transaction (tenant_id, transaction_key, mutation, variables, response, lb_user_id)
    values (tenant, key, called, input::jsonb, answer::jsonb, person);
exception when others then
  raise warning 'the call % of tenant % is not in the transaction log: %', called, tenant, sqlerrm;
end
$$;
grant execute on function app.log_mutation(bigint, text, text, text, text, bigint) to writer;
