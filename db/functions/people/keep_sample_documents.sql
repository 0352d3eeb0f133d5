-- Adds documents of this transaction to the sample data, which is not charged (OP-07).
create or replace function app.keep_sample_documents(in_kind text, in_ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if in_kind not in ('procurement', 'invoice') then
    raise exception 'no sample data has %', in_kind using errcode = '22023';
  end if;
  execute format('
      insert into public.sample_record (tenant_id, table_name, record_id, content_version)
      select d.tenant_id, $1, d.id, t.content_version
      from public.%I d join public.timeline t on t.tenant_id = d.tenant_id and t.id = d.timeline_id
      where d.tenant_id = app.tenant_id() and d.id = any ($2) and d.created_at = now()', in_kind)
    using in_kind, in_ids;
  delete from public.billable_event b using public.sample_record s
    where b.tenant_id = app.tenant_id() and b.source_kind = in_kind and b.source_id = any (in_ids)
      and s.tenant_id = b.tenant_id and s.table_name = in_kind and s.record_id = b.source_id;
end
$$;
grant execute on function app.keep_sample_documents(text, bigint[]) to writer;
