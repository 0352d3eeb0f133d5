-- Whether a department has approvers or people who decide in its documents.
create or replace function app.department_governs(in_id bigint)
returns boolean
language sql
stable
set search_path to '' as $$
  select exists (select from public.department_approver a where a.department_id = in_id)
    or exists (select from public.department d where d.id = in_id
      and num_nonnulls(d.user_clearing_id, d.user_select_product_id, d.user_send_order_id, d.user_consignee_id) > 0)
$$;
grant execute on function app.department_governs(bigint) to writer;
