-- Addresses of companies, the image of a product, and uploads that came to nothing.

create function app.client_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.client_id', true), '')::bigint;
grant execute on function app.client_id() to reader, reader_price, writer, operator, gate;

-- Right 18 of ROLE-01: without it one sees the addresses of the own company, and those that a document names which one
-- sees: it shows where the goods go.
call app.wall('client_address', parent => 'client', visible =>
  'exists (select from client c where c.tenant_id = client_address.tenant_id and c.id = client_address.client_id)
   and ((select app.has_role(''user-see-client-addresses''))
     or client_id = (select app.client_id())
     or exists (select from procurement p
          where p.tenant_id = client_address.tenant_id and p.delivery_address_id = client_address.id))');

-- ADM-14: the image of a product as a file of the tenant, beside one from the web.
alter table product add column image_file_id uuid,
  add foreign key (tenant_id, image_file_id) references file (tenant_id, id) on delete set null (image_file_id);
create index on product (tenant_id, image_file_id) where image_file_id is not null;
call app.wall('product', amounts => '{price_netto,price_brutto}', ignored => '{search_text,supplier_text}',
  visible => '(product_group_id is null or exists (select from product_group g where g.tenant_id = product.tenant_id and g.id = product.product_group_id))
    and (supplier_id is null or exists (select from supplier s where s.tenant_id = product.tenant_id and s.id = product.supplier_id))');
revoke select (supplier_text) on product from reader, reader_price;

-- Files of master data are uploaded before the record that names them is saved, and stay behind when it names others.
-- Whatever may name a file has a foreign key to it, so that the keys say which files nothing names.
create procedure app.clean_up_uploads() language plpgsql set search_path = '' as $$
declare
  unnamed text := (
    select string_agg(format('not exists (select from %s r where r.tenant_id = f.tenant_id and r.%I = f.id)',
        k.conrelid::regclass, a.attname), ' and ')
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'tenant_id'
    where k.contype = 'f' and k.confrelid = 'public.file'::regclass and k.conrelid <> 'public.file_chunk'::regclass);
begin
  execute format(
    'delete from public.file f where f.is_master_data and f.created_at < now() - interval ''1 day'' and %s', unnamed);
end
$$;

create or replace function app.clean_up() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.login_request where created_at < now() - interval '1 day';
  delete from public.login_token where expires_at < now() - interval '1 day';
  delete from public.refresh_token where expires_at < now() - interval '1 day';
  delete from public.passkey_challenge where expires_at < now();
  delete from public.command_log where created_at < now() - interval '7 days';
  delete from public.transaction where created_at < now() - interval '90 days';
  delete from public.record_lock where locked_at < now() - interval '1 day';
  delete from public.job where finished_at < now() - interval '30 days';
  -- A cart from which lines came explains where they came from.
  delete from public.punchout_cart c
    where c.updated_at < now() - interval '30 days' and c.state <> 'returned'
      and not exists (select from public.procurement_line l where l.tenant_id = c.tenant_id and l.punchout_cart_id = c.id);
  call app.clean_up_uploads();
end
$$;
