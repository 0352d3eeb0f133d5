-- Visibility of document heads for readers: by scope (never other people's drafts), or because the document concerns
-- the person.
create or replace procedure app.document_wall(table_name text, drafts text, amounts text[], ignored text[] default '{}')
language plpgsql as $$
begin
  call app.wall(table_name, amounts => amounts, ignored => ignored, visible => format(
    '(%2$s) and ((select app.sees_all(%1$L))
        or client_id = (select app.scope_client(%1$L))
        or department_id = (select app.scope_department(%1$L)))
     or creator_id = (select app.user_id())
     or exists (select from document_person dp
          where dp.tenant_id = %1$I.tenant_id and dp.kind = %1$L and dp.document_id = %1$I.id
            and dp.lb_user_id = any ((select app.persons())::bigint[])
            and (dp.is_assignee or (%2$s) and (select app.sees_involved(%1$L))))', table_name, drafts));
end
$$;
