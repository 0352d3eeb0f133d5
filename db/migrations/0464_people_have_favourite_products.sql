-- Articles that a person marked as favourites, offered on every new request of that person (PROC-41).
create table favourite_product (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  product_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, product_id, lb_user_id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
);
create index on favourite_product (tenant_id, lb_user_id);
call app.wall('favourite_product', visible => 'lb_user_id = (select app.user_id())', audited => false);
