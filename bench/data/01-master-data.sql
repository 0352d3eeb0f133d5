-- People, companies and catalogue of every tenant in `load.tenant`. Ids are dense: those of tenant number k begin at
-- (k - 1) * count + 1, so that later rows can compute their references.

insert into tenant (id, name) overriding system value
  select tenant_id, name from load.tenant;

insert into lb_user (tenant_id, id, email, name, client_id, department_id, roles, approval_limit) overriding system value
  select tenant_id, load.id(k, i, 'person'), format('person%s@%s.test', i, name),
    load.word('given', i * 7 + k) || ' ' || load.word('family', i * 3 + k),
    load.id(k, 1, 'client'), load.id(k, 1 + i % load.per_tenant('department'), 'department'),
    case i
      when 1 then array['user-admin']
      when 2 then array['user-price', 'user-see-all-orders', 'user-see-contracts']
      when 7 then array['user-price', 'user-dashboard', 'user-see-all-orders', 'user-see-all-invoices', 'user-see-contracts']
      when 8 then array['user-price', 'user-dashboard', 'user-see-own-orders-and-involved', 'user-see-own-invoices-and-involved']
      else case when i < 10 then array['user-price', 'user-see-all-orders-belonging-to-own-department']
        else array['user-price', 'user-see-own-orders-and-involved'] end
    end,
    case when i between 5 and 9 then 1000 end
  from load.tenant, generate_series(1, load.per_tenant('person')) i;

insert into client (tenant_id, id, name, currency) overriding system value
  select tenant_id, load.id(k, i, 'client'), load.word('family', k * 3 + i) || ' ' || load.word('branch', i) || ' GmbH', 'EUR'
  from load.tenant, generate_series(1, load.per_tenant('client')) i;

insert into client_address (tenant_id, id, client_id, address_name, address, zipcode, city, is_default) overriding system value
  select tenant_id, load.id(k, i, 'client'), load.id(k, i, 'client'), 'Zentrallager', 'Hafenstraße ' || i, '20457', 'Hamburg', true
  from load.tenant, generate_series(1, load.per_tenant('client')) i;

insert into department (tenant_id, id, code, name, client_id) overriding system value
  select tenant_id, load.id(k, i, 'department'), 'D' || i, load.word('department', i), load.id(k, 1, 'client')
  from load.tenant, generate_series(1, load.per_tenant('department')) i;
insert into department_client (tenant_id, department_id, client_id)
  select tenant_id, load.id(k, i, 'department'), load.id(k, c, 'client')
  from load.tenant, generate_series(1, load.per_tenant('department')) i, generate_series(1, load.per_tenant('client')) c;

insert into cost_center (tenant_id, id, number, name) overriding system value
  select tenant_id, load.id(k, i, 'cost_center'), (1000 + i * 10)::text, load.word('department', i) || ' ' || i
  from load.tenant, generate_series(1, load.per_tenant('cost_center')) i;
insert into cost_center_client (tenant_id, cost_center_id, client_id)
  select tenant_id, load.id(k, i, 'cost_center'), load.id(k, c, 'client')
  from load.tenant, generate_series(1, load.per_tenant('cost_center')) i, generate_series(1, load.per_tenant('client')) c;
insert into department_cost_center (tenant_id, department_id, cost_center_id)
  select tenant_id, load.id(k, d, 'department'), load.id(k, i, 'cost_center')
  from load.tenant, generate_series(1, load.per_tenant('department')) d, generate_series(1, load.per_tenant('cost_center')) i;
-- No budget is exceeded while the bench approves.
insert into budget (tenant_id, cost_center_id, name, value, start, "end")
  select tenant_id, load.id(k, i, 'cost_center'), 'Jahresbudget', 900000000,
    date_trunc('year', now())::date, (date_trunc('year', now()) + interval '1 year - 1 day')::date
  from load.tenant, generate_series(1, load.per_tenant('cost_center')) i;

insert into ledger_account (tenant_id, id, number, name) overriding system value
  select tenant_id, load.id(k, i, 'ledger_account'), (4000 + i * 10)::text, 'Konto ' || load.word('branch', i) || ' ' || i
  from load.tenant, generate_series(1, load.per_tenant('ledger_account')) i;

insert into department_approver (tenant_id, department_id, lb_user_id)
  select tenant_id, load.id(k, d, 'department'), load.id(k, p, 'person')
  from load.tenant, generate_series(1, load.per_tenant('department')) d, generate_series(4, 6) p;

insert into supplier (tenant_id, id, name, email, city, delivery_in_days) overriding system value
  select tenant_id, load.id(k, i, 'supplier'),
    load.word('family', i * 5 + k) || ' ' || load.word('branch', i * 3) || ' ' || case i % 3 when 0 then 'GmbH' when 1 then 'KG' else 'AG' end,
    format('bestellung%s@lieferant.example', i), load.word('city', i), 2 + i % 12
  from load.tenant, generate_series(1, load.per_tenant('supplier')) i;

insert into product_group (tenant_id, id, name) overriding system value
  select tenant_id, load.id(k, i, 'product_group'), load.word('branch', i)
  from load.tenant, generate_series(1, load.per_tenant('product_group')) i;

insert into product (tenant_id, id, name, item_number, product_group_id, supplier_id, tax, price_netto, price_brutto, unit) overriding system value
  select tenant_id, load.id(k, i, 'product'),
    load.word('product', i) || ' ' || load.word('quality', i / 7) || ' ' || (i * 5) || ' mm',
    'A-' || (10000 + i), load.id(k, 1 + i % load.per_tenant('product_group'), 'product_group'),
    load.id(k, 1 + i % load.per_tenant('supplier'), 'supplier'), 19,
    load.price(i), round(load.price(i) * 1.19, 2), 'Stück'
  from load.tenant, generate_series(1, load.per_tenant('product')) i;
