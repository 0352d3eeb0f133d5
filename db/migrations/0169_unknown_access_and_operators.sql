-- Links and tokens that nobody knows belong to no tenant (AUTH-35): they are counted by the hour, and nothing of them is kept. So a few
-- rows a day are all that somebody can fill who tries millions.
create table unknown_access (
  hour timestamptz not null,
  code text not null check (code in ('unknown_link', 'unknown_token', 'unknown_session')),
  times bigint not null check (times > 0),
  primary key (hour, code)
);
alter table unknown_access enable row level security;
alter table unknown_access force row level security;

-- Adds what was counted, such as {"unknown_link": 3}; for the server alone.
create function app.count_unknown(in_counts jsonb) returns void language sql volatile security definer set search_path = '' as $$
  insert into public.unknown_access as u (hour, code, times)
    select date_trunc('hour', clock_timestamp(), 'UTC'), key, value::bigint from jsonb_each_text(in_counts) order by key
    on conflict (hour, code) do update set times = u.times + excluded.times
$$;
grant execute on function app.count_unknown(jsonb) to gate;

create function app.unknown_accesses() returns setof public.unknown_access
language sql stable security definer set search_path = '' as $$
  select * from public.unknown_access where app.is_operator()
$$;
grant execute on function app.unknown_accesses() to operator;

-- The newest of all tenants, and the newest of one.
create index on security_log (created_at, id);

-- Of an operator's own tenant, whom an event is about and from where, where he is an operator himself (AUTH-35): of all others an
-- operator sees that something happened.
create function app.events_of_operators(in_ids bigint[]) returns table (
  id bigint, person text, actor text, what text, device text, network text)
language sql stable security definer set search_path = '' as $$
  select s.id, u.name, a.name, s.what, s.device, s.network
    from public.security_log s
    join public.lb_user u on u.tenant_id = s.tenant_id and u.id = coalesce(s.lb_user_id, s.actor_id)
    left join public.lb_user a on a.tenant_id = s.tenant_id and a.id = s.actor_id and a.id <> u.id
    where app.is_operator() and s.tenant_id = app.tenant_id() and s.id = any (in_ids)
      and ('user-operator' = any (u.roles) or exists (
        select from public.task_group_user m
        join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.active
        where m.tenant_id = u.tenant_id and m.lb_user_id = u.id and 'user-operator' = any (g.roles)))
$$;
grant execute on function app.events_of_operators(bigint[]) to operator;
