-- Devices of people that show notices (MOB-03).
-- function app.end_push
-- function app.note_push
-- function app.note_push_of_notification
-- function app.enqueue_push
-- function app.is_push_address_free
-- function app.queue_push
-- function app.session_idle
create table push_subscription (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  -- The session that the device is logged in with, as its family of refresh tokens; the subscription ends with it.
  session uuid not null,
  -- By which the device recognises its notices.
  device uuid not null default gen_random_uuid(),
  -- Address and keys of the browser, encrypted by the application.
  address bytea not null,
  -- An address belongs to one session.
  address_digest bytea not null unique,
  kinds text[] not null check (kinds <@ array['task', 'mention', 'deadline']),
  from_hour smallint not null check (from_hour between 0 and 23),
  to_hour smallint not null check (to_hour between 1 and 24 and to_hour <> from_hour),
  days smallint[] not null check (cardinality(days) > 0 and days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  zone text not null check (length(zone) between 1 and 64),
  -- Of a push service that is away: attempts in a row, and until when none is made.
  failures integer not null default 0 check (failures >= 0),
  paused_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, session),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on push_subscription (tenant_id, lb_user_id);
create index push_subscription_session on push_subscription (session);
call app.wall('push_subscription', secrets => '{address,address_digest}', readable => false, audited => false);
create trigger end_push after update of revoked_at on refresh_token
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function app.end_push();
create trigger end_expired_push after delete on refresh_token for each row execute function app.end_push();

-- What one device has yet to show.
create table push_notice (
  tenant_id bigint not null,
  id bigint generated always as identity,
  push_subscription_id bigint not null,
  kind text not null check (kind in ('task', 'mention', 'deadline')),
  -- What it is about: a notification, or a document with the title of the notice.
  notification_id bigint,
  document_kind text,
  document_id bigint,
  title text,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (num_nonnulls(notification_id, document_id) = 1),
  check (num_nonnulls(document_kind, document_id, title) in (0, 3)),
  foreign key (tenant_id, push_subscription_id) references push_subscription (tenant_id, id) on delete cascade,
  foreign key (tenant_id, notification_id) references notification (tenant_id, id) on delete cascade
);
create index on push_notice (tenant_id, push_subscription_id, next_try_at);
create index on push_notice (tenant_id, notification_id);
create index push_notice_due on push_notice (next_try_at);
create index push_notice_created on push_notice (created_at);
call app.wall('push_notice', readable => false, audited => false);
create trigger push after insert on notification
  for each row when (new.sent_at is null) execute function app.note_push_of_notification();
