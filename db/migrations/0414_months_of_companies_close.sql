-- A month of a company that was closed; it is never opened again (DASH-08).
create table closed_month (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  client_id bigint not null,
  -- The last day of the month.
  day date not null check (day = (date_trunc('month', day::timestamp) + interval '1 month - 1 day')::date),
  closed_by_id bigint not null,
  closed_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, client_id, day),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, closed_by_id) references lb_user (tenant_id, id) on delete restrict
);
create index on closed_month (tenant_id, closed_by_id);
call app.wall('closed_month', visible => '(select app.has_role(''user-dashboard''))
  and exists (select from client c where c.tenant_id = closed_month.tenant_id and c.id = closed_month.client_id)');
revoke update, delete on closed_month from writer;

-- The lists of a closed month as they were, and its accruals, each a file that is kept with its hash.
create table closed_month_file (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  closed_month_id bigint not null,
  content text not null check (length(content) <= 40),
  file_id uuid not null,
  sha256 text not null check (length(sha256) = 64),
  count integer not null check (count >= 0),
  -- Amounts without a bookable account.
  left_out integer not null default 0 check (left_out >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, closed_month_id, content),
  foreign key (tenant_id, closed_month_id) references closed_month (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict
);
create index on closed_month_file (tenant_id, file_id);
call app.wall('closed_month_file', readable => false, parent => 'closed_month');
revoke update, delete on closed_month_file from writer;

-- The account that accruals are booked on (DASH-08).
alter table client add column accrual_account text check (accrual_account ~ '^[0-9]{1,9}$');
grant select (accrual_account) on client to reader, reader_price;
