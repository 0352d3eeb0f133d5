-- A person's calendar of the contracts that he sees, at an address that only he knows (CON-30). Its token is kept as a digest;
-- whoever asks with it has no session, so that the gate looks for it.
create table calendar_feed (
  tenant_id bigint not null references tenant on delete cascade,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, lb_user_id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create unique index on calendar_feed (token_hash);
call app.wall('calendar_feed', visible => 'lb_user_id = (select app.user_id())', secrets => '{token_hash}');
create policy at_the_gate on calendar_feed to gate using (true) with check (true);
grant select, update (read_at) on calendar_feed to gate;
