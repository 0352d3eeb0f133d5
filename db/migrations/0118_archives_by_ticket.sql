-- Archives are downloaded by tickets as files are (AUTH-19): they have a name that says nothing.
alter table archive add guid uuid not null default gen_random_uuid(), add unique (tenant_id, guid);
alter table archive add breakdowns integer not null default 0;
create index archive_by_guid on archive (guid);

-- Originals that may be removed while an archive can be downloaded, such as those of drafts, are copied into it.
alter table archive_member add is_copied boolean not null default false;
-- What is still to be packed.
create index archive_member_unpacked on archive_member (tenant_id, archive_id, id) where sha256 is null;

-- How it is coming along is nothing for the audit.
call app.wall('archive', readable => false, ignored => '{progress,lease,leased_until,breakdowns}');
