-- Deletions as shown to operators, newest first; `in_running`: only those in progress.
create or replace function app.deletion_log(in_running boolean) returns table (id bigint, tenant_id bigint, kind text, name text, first_day date,
  last_day date, operator_name text, archive_sha256 text, state text, has_problem boolean, done bigint, total bigint, removed jsonb,
  books jsonb, closing_position bigint, closing_link text, closing_unsealed bigint, started_at timestamptz, finished_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select d.id, d.deleted_tenant_id, d.kind, d.name, d.first_day, d.last_day, d.operator_name, d.archive_sha256, d.state,
    d.problem is not null, case d.kind when 'tenant' then r.rows else coalesce((d.removed ->> 'documents')::bigint, 0) end,
    case d.kind when 'tenant' then e.rows else (d.expected ->> 'deletable')::bigint end,
    case d.kind when 'tenant' then jsonb_build_object(
      'documents', coalesce((d.removed ->> 'document')::bigint, 0), 'files', coalesce((d.removed ->> 'file')::bigint, 0),
      'people', coalesce((d.removed ->> 'lb_user')::bigint, 0), 'rows', r.rows) else d.removed end,
    d.books, d.closing_position, d.closing_link, d.closing_unsealed, d.started_at, d.finished_at
  from public.deletion d
  cross join lateral (select coalesce(sum(value::bigint), 0)::bigint as rows from jsonb_each_text(d.removed) where key <> 'queue') r
  -- The number is unknown while the rows are still being counted.
  cross join lateral (
    select case when d.step <> 'count' then coalesce(sum(value::bigint), 0)::bigint end as rows from jsonb_each_text(d.expected)
    where d.kind = 'tenant') e
  where app.is_operator() and (d.state = 'running' or not in_running)
  order by d.id desc limit 500
$$;
grant execute on function app.deletion_log(boolean) to operator;
