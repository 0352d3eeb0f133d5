-- An order on which an invoice hangs stays in a deletion by days as well (INV-29, OP-04): it goes once its invoices have gone. Whole
-- tenants go as before.
create or replace function app.keep_invoiced() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  if app.is_needed(tg_table_name, old.tenant_id, old.id) and (tg_table_name = 'procurement' or not app.is_removing(old.tenant_id)) then
    raise exception 'an invoice hangs on % %', tg_table_name, old.id using errcode = '55000';
  end if;
  return old;
end
$$;

-- The functions of the deletion leave them, and count them; replaced by their text, so that each stays the one that it is.
create function app.patch_function(in_name regprocedure, variadic in_texts text[]) returns void language plpgsql as $$
declare
  body text := pg_get_functiondef(in_name);
begin
  for place in 1 .. array_length(in_texts, 1) by 2 loop
    if strpos(body, in_texts[place]) = 0 then
      raise exception '% lacks %', in_name, in_texts[place];
    end if;
    body := replace(body, in_texts[place], in_texts[place + 1]);
  end loop;
  execute body;
end
$$;
select app.patch_function('app.deletion_preview(bigint, text, date, date, timestamptz)',
  'select * from unnest(', 'select *, in_kind = ''procurement'' and app.is_needed(''procurement'', in_tenant, id) as is_needed from unnest(',
  '(select kind, id from d where not is_held)', '(select kind, id from d where not is_held and not is_needed)',
  '''kept'', (select count(*) from d where is_kept and not is_held)',
  '''needed'', (select count(*) from d where is_needed and not is_held),
      ''kept'', (select count(*) from d where is_kept and not is_held and not is_needed)',
  '(select count(*) from d where is_kept and not is_held and changed_at > in_made_at)',
  '(select count(*) from d where is_kept and not is_held and not is_needed and changed_at > in_made_at)');
select app.patch_function('app.remove_documents_of(bigint, integer)',
  'and not f.is_held and (', 'and not f.is_held and (d.kind <> ''procurement'' or not app.is_needed(d.kind, d.deleted_tenant_id, f.id)) and (');
select app.patch_function('app.remove_documents(bigint, text, bigint[])',
  'counterparts := array(
      select id from public.invoice where tenant_id = in_tenant and procurement_id = any (in_ids)
      union
      select i.invoice_id from public.procurement_line l
        join public.invoice_line i on i.tenant_id = in_tenant and i.procurement_line_id = l.id
        where l.tenant_id = in_tenant and l.procurement_id = any (in_ids));
    ', '',
  'update public.invoice i set procurement_id = null, order_reference = coalesce(nullif(trim(i.order_reference), ''''), (
        select p.order_number_formatted from public.procurement p where p.tenant_id = in_tenant and p.id = i.procurement_id))
      where i.tenant_id = in_tenant and i.procurement_id = any (in_ids);
    ', '',
  'column_name := case in_kind when ''invoice'' then ''procurement'' else ''invoice'' end;
    perform app.list_documents(in_tenant, column_name, counterparts);
    perform app.keep_budget_amounts(in_tenant, column_name, counterparts);
    perform app.keep_order_movements(in_tenant, column_name, counterparts);',
  'perform app.list_documents(in_tenant, ''procurement'', counterparts);
    perform app.keep_budget_amounts(in_tenant, ''procurement'', counterparts);
    perform app.keep_order_movements(in_tenant, ''procurement'', counterparts);');
-- Sample orders stay with invoices that somebody has worked with, and go after the others.
select app.patch_function('app.remove_sample_documents()',
  '  perform app.remove_documents(app.tenant_id(), ''procurement'', orders);
  perform app.remove_documents(app.tenant_id(), ''invoice'', invoices);
', '  perform app.remove_documents(app.tenant_id(), ''invoice'', invoices);
  orders := array(select id from unnest(orders) id where not app.is_needed(''procurement'', app.tenant_id(), id));
  perform app.remove_documents(app.tenant_id(), ''procurement'', orders);
');
drop function app.patch_function(regprocedure, text[]);
