-- Webhooks: what happens is told to addresses of the tenant (API-47).
-- function app.webhook_events
-- function app.note_webhook_events
-- function app.restart_webhook
-- function app.enqueue_webhooks
create table webhook (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  url text not null check (url ~ '^https?://' and length(url) <= 500),
  events text[] not null check (cardinality(events) > 0 and events <@ array['procurement_status_changed', 'invoice_status_changed',
    'contract_status_changed', 'order_sent', 'invoice_exported', 'master_data_changed']),
  -- The person, usually a service account, whose rights say what is told.
  lb_user_id bigint not null,
  active boolean not null default true,
  -- Switched off by the product, because the receiver said that the address is gone.
  is_gone boolean not null default false,
  -- Encrypted by the application. The former secret signs as well until its end.
  secret bytea,
  former_secret bytea,
  former_until timestamptz,
  -- When the secret was made; without one, nothing is sent.
  signed_since timestamptz,
  -- Of a receiver that is away: attempts in a row, and until when none is made.
  failures integer not null default 0 check (failures >= 0),
  paused_until timestamptz,
  -- Administrators were told that messages are given up.
  told_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[name])) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on webhook (tenant_id, lb_user_id);
create index webhook_search_text on webhook using gin (tenant_id, search_text gin_trgm_ops);
call app.wall('webhook', visible => '(select app.is_admin())', secrets => '{secret,former_secret}',
  ignored => '{failures,paused_until,told_at,search_text}');
create trigger restart_webhook before update of active, url on webhook
  for each row when (new.active and not old.active or new.url <> old.url) execute function app.restart_webhook();

-- One message to one webhook.
create table webhook_delivery (
  tenant_id bigint not null,
  id bigint generated always as identity,
  webhook_id bigint not null,
  -- The same in every repeat, so that receivers recognise it.
  message_id uuid not null default gen_random_uuid(),
  event text not null,
  -- What the message is about. Messages about the same record keep their order.
  subject_table text not null,
  subject_id bigint not null,
  -- What only the moment knew, such as a former status; part of the message only for who sees the record.
  facts jsonb not null default '{}',
  occurred_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'hidden')),
  attempts integer not null default 0 check (attempts >= 0),
  next_try_at timestamptz not null default now(),
  give_up_at timestamptz not null default now() + interval '3 days',
  -- The last answer, or why there was none.
  status integer,
  problem text check (problem in ('host_not_found', 'host_private', 'unreachable', 'too_slow', 'too_large', 'redirected', 'refused', 'gone')),
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhook (tenant_id, id) on delete cascade
);
create index on webhook_delivery (tenant_id, webhook_id, id);
create index webhook_delivery_waiting on webhook_delivery (tenant_id, webhook_id, subject_table, subject_id, id) where state = 'waiting';
create index webhook_delivery_created on webhook_delivery (created_at);
call app.wall('webhook_delivery', visible => '(select app.is_admin())', secrets => '{facts}', audited => false);
create trigger webhooks after insert on audit_log for each row execute function app.note_webhook_events();
