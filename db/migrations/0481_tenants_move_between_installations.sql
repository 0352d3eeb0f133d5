-- A tenant moves to another installation (TECH-18). At its old place it is `moving` while the rest is copied and people
-- only read, and `moved` afterwards; at its new place it is `arriving` until it is complete. No two places are active.
-- function app.move_tenant
-- function app.keep_deleting
alter table tenant
  drop constraint tenant_status_check,
  add constraint tenant_status_check check (status in ('active', 'archived', 'moving', 'moved', 'arriving')),
  -- The origin of its new place, to which its host name leads.
  add column moved_to text check (moved_to ~ '^https?://[^/?#]+$'),
  add constraint tenant_moved check ((status = 'moved') = (moved_to is not null));
grant select (moved_to) on tenant to gate;
