-- What the request form needs of the database: products found by supplier, and what of an order is still to be invoiced.

-- A product is found by its supplier, too (PROC-07): the name is kept with the product, so that one trigram
-- index answers all words of a search. It stands for nothing else and is no field of the API.
alter table product add column supplier_text text not null default '';

create function app.take_supplier_text() returns trigger language plpgsql set search_path = '' as $$
begin
  new.supplier_text := coalesce(
    (select s.name from public.supplier s where s.tenant_id = new.tenant_id and s.id = new.supplier_id), '');
  return new;
end
$$;
create trigger take_supplier_text before insert or update of supplier_id, supplier_text on product
  for each row execute function app.take_supplier_text();

create function app.pass_supplier_text() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.product set supplier_text = new.name where tenant_id = new.tenant_id and supplier_id = new.id;
  return null;
end
$$;
create trigger pass_supplier_text after update of name on supplier
  for each row when (old.name is distinct from new.name) execute function app.pass_supplier_text();

alter table product disable trigger user;
update product p set supplier_text = s.name from supplier s where s.tenant_id = p.tenant_id and s.id = p.supplier_id;
alter table product enable trigger user;

-- Begins with a blank, so that the index knows where words begin: a search for one or two letters needs that.
alter table product alter column search_text set expression as (
  lower(' ' || name || ' ' || coalesce(alias, '') || ' ' || coalesce(item_number, '') || ' ' || supplier_text));

call app.wall('product', amounts => '{price_netto,price_brutto}', ignored => '{search_text,supplier_text}',
  visible => '(product_group_id is null or exists (select from product_group g where g.tenant_id = product.tenant_id and g.id = product.product_group_id))
    and (supplier_id is null or exists (select from supplier s where s.tenant_id = product.tenant_id and s.id = product.supplier_id))');
revoke select (supplier_text) on product from reader, reader_price;

-- The open value of an order is what its invoices leave of it (PROC-21); those that count are those of BUD-04.
create function app.invoiced_netto(in_tenant bigint, in_procurement bigint) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(sum(i.total_netto), 0) from public.invoice i
  where i.tenant_id = in_tenant and i.procurement_id = in_procurement
    and i.status in ('approval', 'financial-approval', 'clearing', 'accounting', 'export', 'completed')
$$;
grant execute on function app.invoiced_netto(bigint, bigint) to writer;

create function app.take_open_value() returns trigger language plpgsql set search_path = '' as $$
begin
  new.open_value := new.total_netto - case when tg_op = 'INSERT' then 0 else app.invoiced_netto(new.tenant_id, new.id) end;
  return new;
end
$$;
create trigger take_open_value before insert or update of total_netto on procurement
  for each row execute function app.take_open_value();

-- An order for one invoice is completely invoiced once nothing of it is open; a person may still say otherwise.
create function app.pass_invoiced_netto() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.procurement p set
    open_value = p.total_netto - touched.netto,
    completely_invoiced = p.completely_invoiced
      or p.type = 'single_invoice' and touched.netto > 0 and touched.netto >= p.total_netto
    from (
      select c.tenant_id, c.procurement_id, app.invoiced_netto(c.tenant_id, c.procurement_id) as netto
      from (select distinct tenant_id, procurement_id from changed where procurement_id is not null) c
    ) touched
    where p.tenant_id = touched.tenant_id and p.id = touched.procurement_id
      and p.open_value is distinct from p.total_netto - touched.netto;
  return null;
end
$$;
create trigger invoiced_inserted after insert on invoice referencing new table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_updated after update on invoice referencing new table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_moved after update on invoice referencing old table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_deleted after delete on invoice referencing old table as changed
  for each statement execute function app.pass_invoiced_netto();

alter table procurement disable trigger user;
update procurement p set open_value = p.total_netto - app.invoiced_netto(p.tenant_id, p.id);
alter table procurement enable trigger user;
