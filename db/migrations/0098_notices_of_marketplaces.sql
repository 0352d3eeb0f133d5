-- What shops have told us of orders, so that each message counts once (PUN-10). Nobody reads it; the log is for people.
create table punchout_notice (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  marketplace_id bigint not null,
  -- SHA-256 of the name that the shop gave its message, and of the message.
  payload_key bytea not null check (length(payload_key) = 32),
  body_key bytea not null check (length(body_key) = 32),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, marketplace_id, payload_key),
  foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete cascade
);
call app.wall('punchout_notice', audited => false, readable => false);

-- An order is found by the number that its shop was told.
create index on procurement_supplier_order (tenant_id, marketplace_id) where marketplace_id is not null;
