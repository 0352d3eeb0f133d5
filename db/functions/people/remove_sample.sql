-- Removes the sample data (ONB-03) and returns the number of records. A record referenced by an own record stays: the
-- database knows whether a reference cascades or restricts.
create or replace function app.remove_sample(out removed bigint, out kept jsonb)
language plpgsql set search_path = '' as $$
declare
  one record;
  gone bigint;
  blocking text;
begin
  set constraints all immediate;
  removed := app.remove_sample_documents();
  kept := coalesce((
    select jsonb_agg(jsonb_build_object('table', s.table_name, 'id', s.record_id, 'used_by', s.table_name) order by s.table_name, s.record_id)
    from public.sample_record s where s.table_name in ('procurement', 'invoice')), '[]');
  for one in
    select s.table_name, s.record_id from public.sample_record s
      join unnest(array['product', 'product_group', 'supplier', 'posting_key', 'cost_center', 'ledger_account', 'department', 'client'])
        with ordinality as o (table_name, place) on o.table_name = s.table_name
      order by o.place, s.record_id
  loop
    begin
      execute format('delete from public.%I where id = $1', one.table_name) using one.record_id;
      get diagnostics gone = row_count;
      delete from public.sample_record where table_name = one.table_name and record_id = one.record_id;
      removed := removed + gone;
    exception when foreign_key_violation or restrict_violation then
      get stacked diagnostics blocking = table_name;
      kept := kept || jsonb_build_object('table', one.table_name, 'id', one.record_id, 'used_by', blocking);
    end;
  end loop;
end
$$;
grant execute on function app.remove_sample() to writer;
