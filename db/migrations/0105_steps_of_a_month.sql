-- The throughput times of a month look at the steps that were done in it (DASH-07). Which they are, and since when each was waiting,
-- is found beside the wall of documents, which would look at every step that a person ever did; who may see them is asked of those alone.
create function app.steps_done(in_from timestamptz, in_to timestamptz, in_types text[], in_work text[])
returns table (id bigint, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select e.id, coalesce((
      select max(b.completed_at) from public.timeline_entry b
      where b.tenant_id = e.tenant_id and b.timeline_id = e.timeline_id and b.entry_no < e.entry_no and b.completed_at <= e.completed_at
        and b.type = any (in_work)), e.created_at)
    from public.timeline_entry e
    where e.tenant_id = app.tenant_id() and e.completed_at >= in_from and e.completed_at < in_to
      and e.type = any (in_types) and e.status in ('approved', 'declined')
$$;
revoke execute on function app.steps_done(timestamptz, timestamptz, text[], text[]) from public;
grant execute on function app.steps_done(timestamptz, timestamptz, text[], text[]) to reader, reader_price;
