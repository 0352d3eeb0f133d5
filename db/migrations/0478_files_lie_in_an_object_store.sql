-- The bytes of files lie in the database or, with FILES_URL, in an S3-compatible store (TECH-16).
-- function app.keep_object
-- function app.loosen_object
create table file_object (
  tenant_id bigint not null,
  file_id uuid not null,
  -- Compared byte by byte, as a store orders its keys.
  object_key text collate "C" not null check (length(object_key) between 1 and 1024),
  -- Opens this object alone. Without the row, nobody reads what a store still keeps.
  cipher_key bytea not null check (length(cipher_key) = 32),
  -- The last day on which the store refuses to delete it.
  locked_until date,
  stored_at timestamptz not null default now(),
  primary key (tenant_id, file_id),
  unique (tenant_id, object_key),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete cascade
);
create index on file_object (object_key);
create index file_object_unlocked on file_object (tenant_id, file_id) where locked_until is null;
call app.wall('file_object', audited => false, readable => false);
create trigger keep_object after update or delete on file_object for each row execute function app.keep_object();
create trigger loosen_object after delete on file_object for each row execute function app.loosen_object();
-- Rows of a deleted tenant go without triggers, but not without this one.
alter table file_object enable always trigger loosen_object;
-- Files in the database, which wait for the store.
create index file_chunk_first on file_chunk (file_id) where chunk_no = 0;

-- Objects that no file needs, written before an upload begins and when a file is deleted: so none is forgotten.
create table loose_object (
  object_key text collate "C" primary key,
  -- Until then a restored backup finds it.
  drop_after timestamptz not null,
  -- Why the store did not remove it.
  problem text,
  created_at timestamptz not null default now()
);
create index on loose_object (drop_after);
alter table loose_object enable row level security, force row level security;
create policy at_the_gate on loose_object to gate using (true) with check (true);
grant select, insert, update, delete on loose_object to gate;

-- Where files belong, for all nodes; one row.
create table file_place (
  is_only boolean primary key default true check (is_only),
  place text not null check (place in ('store', 'database'))
);
insert into file_place (place) values ('store');
alter table file_place enable row level security, force row level security;
create policy at_the_gate on file_place to gate using (true) with check (true);
grant select, update on file_place to gate;

-- An archive keeps the object of a file that may be deleted before it is handed over.
alter table archive_member add column object_key text, add column cipher_key bytea;
create index on archive_member (object_key) where object_key is not null;
