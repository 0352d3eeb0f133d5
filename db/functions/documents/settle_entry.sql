create or replace function app.settle_entry(in_entry bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform graphile_worker.permanently_fail_jobs(array[id], concat('settled: ', last_error))
    from graphile_worker.jobs where id = in_entry and attempts >= max_attempts;
end
$$;
grant execute on function app.settle_entry(bigint) to gate;
