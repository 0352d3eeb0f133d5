-- The largest tenant has as many products as documents, up to a catalogue of 100,000 (PROC-07). Triggers are off:
-- their data is filled here.
insert into product (tenant_id, id, name, alias, item_number, product_group_id, supplier_id, tax, price_netto, price_brutto, unit)
  overriding system value
  select tenant_id, 1000000 + i,
    load.word('product', i) || ' ' || load.word('quality', i / 7) || ' ' || (i * 5) || ' mm',
    case when i % 4 = 0 then load.word('branch', i) end,
    'K-' || (100000 + i), load.id(k, 1 + i % load.per_tenant('product_group'), 'product_group'),
    load.id(k, 1 + load.pick(i, 3, load.per_tenant('supplier')), 'supplier'), 19,
    load.price(i), round(load.price(i) * 1.19, 2), 'Stück'
  from load.tenant, generate_series(1, least(documents, 100000) - load.per_tenant('product')) i
  where k = 1;

update product p set supplier_text = s.name from supplier s where s.tenant_id = p.tenant_id and s.id = p.supplier_id;
