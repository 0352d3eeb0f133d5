-- Live updates (API-42): a commit that moves a document says so on the channel `live`, with ids and versions
-- only; web servers listen there. The rows themselves announce it, so that no command, job or import can
-- forget to. What one transaction says twice in the same words is delivered once.

-- Deferred, so that it runs once the document stands beside its new timeline, and tells the version that
-- the transaction ends with.
create function app.announce_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moved bigint;
begin
  if tg_table_name = 'timeline' then
    moved := new.id;
  elsif tg_table_name = 'procurement_supplier_order' then
    select timeline_id into moved from public.procurement where tenant_id = new.tenant_id and id = new.procurement_id;
  else
    moved := new.timeline_id;
  end if;
  perform pg_notify('live', json_build_object(
      'tenant', t.tenant_id, 'kind', d.kind, 'id', d.id, 'version', t.content_version)::text)
    from public.timeline t
    cross join lateral (
      select 'procurement' as kind, p.id from public.procurement p where p.tenant_id = t.tenant_id and p.timeline_id = t.id
      union all
      select 'invoice', i.id from public.invoice i where i.tenant_id = t.tenant_id and i.timeline_id = t.id
    ) d
    where t.tenant_id = new.tenant_id and t.id = moved;
  return null;
end
$$;
create constraint trigger announced after insert or update on timeline
  deferrable initially deferred for each row execute function app.announce_document();
create constraint trigger announced after update on procurement
  deferrable initially deferred for each row execute function app.announce_document();
create constraint trigger announced after update on invoice
  deferrable initially deferred for each row execute function app.announce_document();
create constraint trigger announced after insert or update on procurement_supplier_order
  deferrable initially deferred for each row execute function app.announce_document();

-- Open streams of a person end with the tokens that they were opened with (AUTH-20).
create function app.announce_person() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object(
    'tenant', new.tenant_id, 'kind', 'lb_user', 'id', new.id, 'version', new.token_version)::text);
  return null;
end
$$;
create trigger announced after update on lb_user for each row
  when (old.token_version is distinct from new.token_version) execute function app.announce_person();

-- Whom a document concerns no longer may not see it any more, so that its own announcement does not reach
-- him. He is told that something has left his lists, and not what.
create function app.announce_leaving() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object(
    'tenant', old.tenant_id, 'kind', 'document_person', 'id', old.lb_user_id, 'version', 0)::text);
  return null;
end
$$;
create trigger announced after delete on document_person for each row execute function app.announce_leaving();
