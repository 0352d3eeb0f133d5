-- Contracts of the largest tenant; every fiftieth request not in approval was ordered from one (OVW-04).
insert into timeline (tenant_id, id, current_entry_no) overriding system value
  select tenant_id, 1000000000 + i, 1 from load.tenant, generate_series(1, 90) i where k = 1;

insert into contract (tenant_id, id, timeline_id, creator_id, name, category, status) overriding system value
  select tenant_id, i, 1000000000 + i, load.id(k, 1, 'person'), 'Vertrag ' || i,
    (array['service', 'subscription', 'license', 'maintenance', 'consulting', 'leasing', 'rental', 'support', 'other'])[1 + i % 9],
    'active'
  from load.tenant, generate_series(1, 90) i where k = 1;

update procurement p set contract_id = 1 + d.no % 90
  from load.document d where d.k = 1 and d.no % 50 = 0 and p.tenant_id = d.tenant_id and p.id = d.id
    and p.status <> 'approval';
