-- How a shop calls those who talk to it, how a browser goes there, and whether it shall take orders seriously (PUN-01, PUN-02).
alter table marketplace
  add column identity_domain text not null default 'NetworkId' check (length(identity_domain) between 1 and 60),
  add column supplier_domain text check (length(supplier_domain) between 1 and 60),
  add column supplier_identity text check (length(supplier_identity) between 1 and 255),
  add column business_unit text check (length(business_unit) between 1 and 255),
  add column start_method text not null default 'post' check (start_method in ('post', 'get')),
  add column test_mode boolean not null default false,
  add column search_text text generated always as (app.search_text(name)) stored;
create index marketplace_search_text on marketplace using gin (tenant_id, search_text gin_trgm_ops);
call app.wall('marketplace', secrets => '{secret}', ignored => '{has_secret,search_text}',
  visible => app.hangs_on('marketplace', 'supplier'));

-- A secret that was typed for one server is told to no other one.
create function app.forget_moved_secret() returns trigger language plpgsql as $$
begin
  if new.secret is not distinct from old.secret then
    new.secret := null;
  end if;
  return new;
end
$$;
create trigger forget_moved_secret before update of url, order_url on marketplace for each row
  when ((substring(old.url from '^[^/]*//[^/?#]*'), substring(coalesce(old.order_url, old.url) from '^[^/]*//[^/?#]*'))
    is distinct from (substring(new.url from '^[^/]*//[^/?#]*'), substring(coalesce(new.order_url, new.url) from '^[^/]*//[^/?#]*')))
  execute function app.forget_moved_secret();

-- The product group of what a shop puts into a group of goods; a code that ends with * means all that begin so.
create table marketplace_product_group (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  marketplace_id bigint not null,
  code text not null check (trim(code) <> '' and length(code) <= 60),
  product_group_id bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, marketplace_id, code),
  foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_group_id) references product_group (tenant_id, id) on delete cascade
);
create index on marketplace_product_group (tenant_id, product_group_id);
call app.wall('marketplace_product_group', parent => 'marketplace',
  visible => '(select app.is_admin())');

-- A visit to a shop: who went, what for, until when a cart may come back, and under which token, of which the digest is kept.
alter table punchout_cart
  add column created_by_id bigint,
  add column operation text not null default 'create' check (operation in ('create', 'edit', 'inspect')),
  add column operation_allowed text not null default 'create' check (operation_allowed in ('create', 'edit', 'inspect')),
  add column token_hash bytea unique,
  add column token_until timestamptz,
  -- SHA-256 of what came back, so that the same post again changes nothing.
  add column returned_key bytea,
  add column returned_at timestamptz,
  add column failure text check (length(failure) <= 60),
  add foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete set null (created_by_id);
create index on punchout_cart (tenant_id, created_by_id);
call app.wall('punchout_cart', amounts => '{pending_lines}', secrets => '{token_hash,token_until,returned_key}', parent => 'procurement',
  visible => app.hangs_on('punchout_cart', 'procurement'));
-- Whoever brings a cart back has no session.
create policy at_the_gate on punchout_cart to gate using (true) with check (true);
grant select (tenant_id, id, procurement_id, created_by_id, token_hash, token_until) on punchout_cart to gate;

-- The conversations with shops, those of an administrator who tests one as well (PUN-09).
alter table punchout_log
  alter column cart_id drop not null,
  add column marketplace_id bigint,
  add column status integer,
  add foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete cascade;
create index on punchout_log (tenant_id, marketplace_id, id);
call app.wall('punchout_log', audited => false, amounts => '{body,request,response}',
  visible => '(select app.is_admin()) or exists (select from punchout_cart c
    join timeline_entry e on e.tenant_id = c.tenant_id and e.procurement_id = c.procurement_id and e.type = ''send-order''
    where c.tenant_id = punchout_log.tenant_id and c.id = punchout_log.cart_id and e.lb_user_id = any ((select app.persons())::bigint[]))');

create or replace function app.module_of(table_name text) returns text language sql immutable parallel safe
return case
  when table_name in ('goods_receipt', 'order_confirmation', 'order_confirmation_line', 'marketplace', 'marketplace_product_group',
    'client_marketplace', 'punchout_cart', 'punchout_log') then 'procurement'
  when table_name in ('mailbox', 'mailbox_mail', 'buyer_reference', 'supplier_hint', 'client_tax_key', 'd365_allowed_combination',
    'accounting_connection', 'accounting_sign_in', 'client_discount_code', 'client_d365_dimension') then 'invoice'
  when table_name ~ '^(procurement|invoice|contract)(_|$)' then substring(table_name from '^[a-z]+')
  when table_name ~ '^permission(_|$)' then 'permissions' end;
create policy module_on on marketplace_product_group as restrictive for select to reader, reader_price
  using (app.is_on('procurement'));

-- What is over: tokens after their day, conversations after ninety (PUN-09, JOB-02).
create function app.clean_up_punchouts() returns void language sql security definer set search_path = ''
begin atomic
  update public.punchout_cart set token_hash = null, token_until = null where token_until < now();
  delete from public.punchout_log where created_at < now() - interval '90 days';
end;
grant execute on function app.clean_up_punchouts() to gate;
