-- Whom a document concerns stands in its row of the lists as well: the policy reads it there, where it looked up
-- document_person for every document of the tenant, and an index leads to the few documents of a person (TECH-12).

alter table document
  -- All persons of document_person.
  add column concerned_ids bigint[] not null default '{}',
  -- Those among them who see it as a draft, too, and whatever their roles: it is or was theirs.
  add column holder_ids bigint[] not null default '{}';
grant select (concerned_ids, holder_ids) on document to reader, reader_price;

create function app.list_persons(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language sql security definer set search_path = '' as $$
  update public.document d set concerned_ids = f.concerned_ids, holder_ids = f.holder_ids
    from (
      select listed.id,
        coalesce(array_agg(p.lb_user_id order by p.lb_user_id) filter (where p.lb_user_id is not null), '{}') as concerned_ids,
        coalesce(array_agg(p.lb_user_id order by p.lb_user_id) filter (where p.is_assignee), '{}') as holder_ids
      from unnest(in_documents) as listed (id)
      left join public.document_person p on p.tenant_id = in_tenant and p.kind = in_kind and p.document_id = listed.id
      group by listed.id
    ) f
    where d.tenant_id = in_tenant and d.kind = in_kind and d.id = f.id
      and (d.concerned_ids, d.holder_ids) is distinct from (f.concerned_ids, f.holder_ids)
$$;

alter function app.refresh_document_persons(bigint, text, bigint[]) rename to keep_document_persons;
create function app.refresh_document_persons(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.keep_document_persons(in_tenant, in_kind, in_documents);
  perform app.list_persons(in_tenant, in_kind, in_documents);
end
$$;

create or replace function app.list_documents(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.list_heads(in_tenant, in_kind, in_documents);
  perform app.list_lines(in_tenant, in_kind, in_documents);
  perform app.list_questions(in_tenant, in_kind, in_documents);
  perform app.list_tasks(in_tenant, array_agg(d.timeline_id)) from public.document d
    where d.tenant_id = in_tenant and d.kind = in_kind and d.id = any (in_documents);
  perform app.list_persons(in_tenant, in_kind, in_documents);
end
$$;

do $$
declare
  listed record;
begin
  for listed in select tenant_id, kind, array_agg(id) as ids from document group by tenant_id, kind loop
    perform app.list_persons(listed.tenant_id, listed.kind, listed.ids);
  end loop;
end
$$;

create index document_concerned on document using gin (tenant_id, concerned_ids);

alter policy visible on document using (
  tenant_id = (select app.tenant_id())
  and kind = any ((select app.kinds_on())::text[])
  and (
    status <> 'draft' and (
      kind = any ((select app.kinds_seen('all'))::text[])
      or client_id = (select nullif(current_setting('app.client_id', true), '')::bigint)
        and kind = any ((select app.kinds_seen('client'))::text[])
      or department_id = (select nullif(current_setting('app.department_id', true), '')::bigint)
        and kind = any ((select app.kinds_seen('department'))::text[])
      or concerned_ids && (select app.persons()) and kind = any ((select app.kinds_seen('involved'))::text[]))
    or creator_id = (select app.user_id())
    or holder_ids && (select app.persons())));
