-- The overview: sets of filters that a person keeps under a name, and an index for each column the list sorts by.

create table saved_filter (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  page text not null check (length(page) <= 255),
  name text not null collate app.german check (length(name) between 1 and 60),
  -- The filters as they stand in the address of the page.
  query jsonb not null check (jsonb_typeof(query) = 'object' and length(query::text) <= 4000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, lb_user_id, page, name),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
call app.wall('saved_filter', visible => 'lb_user_id = (select app.user_id())', audited => false);

-- Sorted lists read fifty rows from the front of one of these instead of sorting all documents of a tenant.
create index on procurement (tenant_id, number, id);
create index on procurement (tenant_id, name, id);
create index on procurement (tenant_id, delivery_date, id);
create index on procurement (tenant_id, total_netto_cents, id);
drop index procurement_tenant_id_total_netto_cents_idx;
