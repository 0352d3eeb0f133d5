-- The accounts not reported yet, each of them once.
create or replace function app.take_untold_accounts()
returns table (supplier text, person_id bigint, person text) language sql security definer set search_path to '' as $$
  with told as (
    update public.supplier_bank_change b set is_untold = false where b.tenant_id = app.tenant_id() and b.is_untold
    returning b.supplier_id, b.decided_by_id, b.id
  )
  select s.name, t.decided_by_id, u.name::text from told t
  join public.supplier s on s.tenant_id = app.tenant_id() and s.id = t.supplier_id
  join public.lb_user u on u.tenant_id = app.tenant_id() and u.id = t.decided_by_id order by t.id
$$;
grant execute on function app.take_untold_accounts() to writer;
