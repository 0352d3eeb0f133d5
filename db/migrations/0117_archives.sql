-- Archives of a tenant for auditors and for handing over (ARC-05, ARC-03): which were asked for, what is in them, and whether somebody
-- has them. What is in an archive is written down in one transaction, so that all of it is of one moment (`made_at`); the bytes of
-- originals stay where they are.
create table archive (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  -- Null: all companies.
  client_id bigint,
  -- Null: from the beginning, until the end.
  from_day date,
  to_day date check (to_day >= from_day),
  -- What waits is taken stock of, then its members are packed; of an expired one only this row is left.
  state text not null default 'waiting' check (state in ('waiting', 'packing', 'done', 'failed', 'expired')),
  problem text,
  progress integer not null default 0 check (progress between 0 and 100),
  requested_by text not null,
  created_at timestamptz not null default now(),
  made_at timestamptz,
  finished_at timestamptz,
  -- Of its list of members, as hexadecimal digits.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Bytes of the whole archive as it is downloaded, and how many members it has.
  size bigint,
  members integer,
  -- How often a download was begun; when one last came to its end.
  downloads integer not null default 0,
  downloaded_at timestamptz,
  downloaded_by text,
  -- Whoever works on it; a dead one is followed by another.
  lease integer not null default 0,
  leased_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  check ((state in ('done', 'expired')) <= (made_at is not null and sha256 is not null and size is not null))
);
create index on archive (tenant_id, client_id);
-- One at a time for each tenant.
create unique index archive_in_progress on archive (tenant_id) where state in ('waiting', 'packing');
create index archive_due on archive (created_at) where state in ('waiting', 'packing');
create index archive_by_hash on archive (tenant_id, sha256) where sha256 is not null;
call app.wall('archive', readable => false, ignored => '{progress,lease,leased_until}');

-- A file of an archive; they lie in it in the order of their ids.
create table archive_member (
  tenant_id bigint not null,
  id bigint generated always as identity,
  archive_id bigint not null,
  path text not null check (length(path) between 1 and 1000),
  -- Null: its bytes are pieces of the archive itself. An original that is gone makes the archive fail.
  file_id uuid,
  is_original boolean not null default false,
  size bigint,
  -- As it lies in the archive; originals are not compressed.
  packed_size bigint,
  crc32 bigint,
  sha256 bytea,
  primary key (tenant_id, id),
  unique (tenant_id, archive_id, path),
  foreign key (tenant_id, archive_id) references archive (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete set null (file_id)
);
create index on archive_member (tenant_id, archive_id, id);
create index on archive_member (tenant_id, file_id) where file_id is not null;
call app.wall('archive_member', audited => false, readable => false);

-- The bytes of a member that is no original, piece by piece: each can be unpacked by itself.
create table archive_piece (
  tenant_id bigint not null,
  archive_member_id bigint not null,
  piece_no integer not null,
  bytes bytea not null,
  is_packed boolean not null default false,
  primary key (tenant_id, archive_member_id, piece_no),
  foreign key (tenant_id, archive_member_id) references archive_member (tenant_id, id) on delete cascade
);
alter table archive_piece alter bytes set storage external;
call app.wall('archive_piece', audited => false, readable => false);

create policy operator_wall on archive to operator using ((select app.is_operator())) with check ((select app.is_operator()));
create policy at_the_gate on archive to gate using (true) with check (true);
grant select, insert, update on archive to operator;
grant select, update on archive to gate;

-- An archive is made and read at the gate, so that that of an archived tenant can be handed over as well (OP-03); what is read of
-- the tenant is read by the writer within its wall.
create function app.enter_for_archive(in_tenant bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.tenant where id = in_tenant) then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  perform
    set_config('app.tenant_id', in_tenant::text, true),
    set_config('app.user_id', '', true),
    set_config('app.actor_id', '', true),
    set_config('app.roles', '', true),
    set_config('app.is_admin', '', true),
    set_config('app.is_operator', '', true),
    set_config('app.persons', '{}', true);
end
$$;
revoke execute on function app.enter_for_archive(bigint) from public;
grant execute on function app.enter_for_archive(bigint) to gate;

-- Whoever asks for an archive does not wait for the next minute.
create function app.queue_archive() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform graphile_worker.add_job('archive', json_build_object('tenant_id', new.tenant_id), job_key => 'archive asked for');
  return null;
end
$$;
revoke execute on function app.queue_archive() from public;
create trigger queued after insert on archive for each row execute function app.queue_archive();

-- What an archive takes in the database is given back after 30 days; that it was made, its hash and who had it stay (ARC-03).
create function app.clean_up_archives() returns void
language sql security definer set search_path = '' as $$
  with ended as (
    update public.archive set state = 'expired'
    where state = 'done' and finished_at < now() - interval '30 days' returning tenant_id, id
  )
  delete from public.archive_member m
  where exists (select from ended e where e.tenant_id = m.tenant_id and e.id = m.archive_id)
    or exists (select from public.archive a where a.tenant_id = m.tenant_id and a.id = m.archive_id and a.state = 'failed')
$$;
revoke execute on function app.clean_up_archives() from public;
grant execute on function app.clean_up_archives() to gate;
