-- Synchronises the rows of persons with the rows of the lists. Each row is looked up by its key, whatever the planner
-- believes of the tenant: a join may read all people of all documents.
create or replace function app.keep_document_persons(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  delete from public.document_person p
    using public.document d
    where d.tenant_id = in_tenant and d.kind = in_kind and d.id = any (in_documents)
      and p.tenant_id = in_tenant and p.kind = in_kind and p.document_id = any (in_documents)
      and p.document_id = d.id and p.lb_user_id <> all (d.concerned_ids);
  insert into public.document_person (tenant_id, kind, document_id, lb_user_id, is_assignee)
    select in_tenant, in_kind, d.id, person, person = any (d.holder_ids)
      from public.document d
      cross join lateral unnest(d.concerned_ids) as person
      left join lateral (
        select p.is_assignee from public.document_person p
          where p.tenant_id = in_tenant and p.kind = in_kind and p.document_id = d.id and p.lb_user_id = person
          limit 1
      ) p on true
      where d.tenant_id = in_tenant and d.kind = in_kind and d.id = any (in_documents)
        and p.is_assignee is distinct from (person = any (d.holder_ids))
    on conflict (tenant_id, kind, document_id, lb_user_id) do update set is_assignee = excluded.is_assignee;
end
$$;
