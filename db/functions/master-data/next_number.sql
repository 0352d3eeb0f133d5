-- The next running number of the tenant (NUM-02, NUM-03); `at_least` is the configured initial number.
create or replace function app.next_number(in_abbreviation text, at_least integer default 1) returns integer
language sql volatile
begin atomic
  -- Its row lock is the last lock of the saving transaction (NUM-04).
  insert into public.number_counter as counter (tenant_id, abbreviation, last)
    values (app.tenant_id(), in_abbreviation, greatest(at_least, 1))
    on conflict (tenant_id, abbreviation) do update set last = greatest(counter.last + 1, at_least)
    returning last;
end;
grant execute on function app.next_number(text, integer) to writer;
