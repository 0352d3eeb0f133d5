-- Deletes documents of a deletion for about so many milliseconds, oldest first.
create or replace function app.remove_documents_of(in_deletion bigint, in_milliseconds integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  d public.deletion;
  until timestamptz := clock_timestamp() + in_milliseconds * interval '1 millisecond';
  page record;
  counted record;
begin
  select * into strict d from public.deletion where id = in_deletion for update;
  if d.kind = 'tenant' or d.state <> 'running' then
    raise exception 'no documents are being deleted' using errcode = '55000';
  end if;
  update public.deletion set working = pg_current_xact_id() where id = in_deletion;
  -- The tenant's audit records every deletion under the operator's name.
  perform set_config('app.tenant_id', d.operator_tenant_id::text, true), set_config('app.user_id', d.operator_id::text, true),
    set_config('app.actor_id', d.operator_id::text, true), set_config('app.is_operator', 'on', true);
  loop
    -- Queried again each time: a document may have been held or changed meanwhile.
    execute format('select array_agg(id order by created_at, id) as ids, min(created_at) as first_at, max(created_at) as last_at,
        (array_agg(id order by created_at desc, id desc))[1] as last_id
      from (select id, created_at from public.%I where tenant_id = $1 and created_at >= $2 and created_at < $3
        and (created_at, id) > ($4, $5) order by created_at, id limit 10) p', d.kind)
      into page using d.deleted_tenant_id, d.first_at, d.end_at, d.place_at, d.place_id;
    if page.ids is null then
      d.state := 'done';
      d.finished_at := clock_timestamp();
      exit;
    end if;
    execute format('select from public.timeline where tenant_id = $1 and id in (
        select timeline_id from public.%I where tenant_id = $1 and id = any ($2)) order by id for update', d.kind)
      using d.deleted_tenant_id,
        case d.kind when 'invoice' then array(select app.with_hanging_invoices(d.deleted_tenant_id, page.ids)) else page.ids end;
    page.ids := array(
      select f.id from app.documents_for_deletion(d.deleted_tenant_id, d.kind, page.first_at, page.last_at + interval '1 microsecond') f
      where f.id = any (page.ids) and not f.is_held and (d.kind <> 'procurement' or not app.is_needed(d.kind, d.deleted_tenant_id, f.id))
        and (not f.is_kept or coalesce(f.changed_at <= d.archive_made_at, false)));
    if d.kind = 'invoice' then
      page.ids := array(
        select distinct hangs from unnest(page.ids) one cross join lateral app.with_hanging_invoices(d.deleted_tenant_id, array[one]) hangs
        where not exists (
          select from app.with_hanging_invoices(d.deleted_tenant_id, array[one]) as hanging (id)
          join public.invoice i on i.tenant_id = d.deleted_tenant_id and i.id = hanging.id
          cross join lateral app.documents_for_deletion(
            d.deleted_tenant_id, d.kind, i.created_at, i.created_at + interval '1 microsecond') f
          where f.id = i.id and (i.created_at < d.first_at or i.created_at >= d.end_at or f.is_held
            or f.is_kept and coalesce(f.changed_at > d.archive_made_at, true))));
    end if;
    for counted in select key, value from jsonb_each_text(app.remove_documents(d.deleted_tenant_id, d.kind, page.ids))
    loop
      d.removed := app.more(d.removed, counted.key, counted.value::bigint);
    end loop;
    d.place_at := page.last_at;
    d.place_id := page.last_id;
    exit when clock_timestamp() > until;
  end loop;
  update public.deletion set state = d.state, removed = d.removed, place_at = d.place_at, place_id = d.place_id, working = null,
      worked_at = clock_timestamp(), problem = null, finished_at = d.finished_at
    where id = in_deletion;
end
$function$;
