-- Checked when requested and again when carried out.
create or replace function app.guard_merging() returns trigger language plpgsql security definer set search_path to '' as $$
declare
  shared text;
begin
  if tg_op = 'INSERT' or app.means() in ('token', 'job', 'mail_link') or old.merged_into_id is not null then
    raise exception 'permission denied for table supplier' using errcode = '42501';
  end if;
  if new.merged_into_id = new.id or exists (select from public.supplier s
      where s.tenant_id = new.tenant_id and s.id = new.merged_into_id and not s.active) then
    raise exception 'not_selectable' using errcode = '55000', column = 'merged_into_id';
  end if;
  select concat_ws(' ', coalesce(p.order_number_formatted, p.draft_number_formatted), p.name) into shared from app.shared_orders(new.tenant_id, new.id, new.merged_into_id) o
    join public.procurement p on p.tenant_id = new.tenant_id and p.id = o.procurement_id
    where o.joining_id is null and not o.is_over order by p.id limit 1;
  if shared is not null then
    raise exception 'suppliers_share_request' using errcode = '55000', column = 'merged_into_id', detail = jsonb_build_object('name', shared);
  end if;
  return new;
end
$$;
