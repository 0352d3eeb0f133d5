-- MAIL-06: an approval is decided from the mail that tells of it. The link is bound to the person who got the mail, to
-- the task and to the content of the document as the mail tells it, and decides once. The token itself is kept nowhere:
-- it is computed as the mail leaves (TECH-07).
create table approval_link (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id uuid not null default uuidv7(),
  lb_user_id bigint not null,
  timeline_entry_id bigint not null,
  content_version integer not null check (content_version > 0),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, timeline_entry_id) references timeline_entry (tenant_id, id) on delete cascade
);
create index on approval_link (tenant_id, lb_user_id);
create index on approval_link (tenant_id, timeline_entry_id);
create index on approval_link (expires_at);
call app.wall('approval_link', secrets => '{token_hash}', readable => false, audited => false);

-- Whose link it is must be known before anybody has entered a tenant.
create policy at_the_gate on approval_link for select to gate using (true);
grant select on approval_link to gate;

-- What lies in the mailbox of an address opens nothing for a person who has another one now.
create or replace function app.forget_login_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.login_token where tenant_id = new.tenant_id and lb_user_id = new.id and used_at is null;
  delete from public.approval_link where tenant_id = new.tenant_id and lb_user_id = new.id and used_at is null;
  return null;
end
$$;

-- As before, and links of mails: for a month after their end whoever comes late still reads what became of the document.
create or replace function app.clean_up() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.login_request where created_at < now() - interval '1 day';
  delete from public.login_token where expires_at < now() - interval '1 day';
  delete from public.approval_link where expires_at < now() - interval '30 days';
  delete from public.refresh_token where expires_at < now() - interval '1 day';
  delete from public.passkey_challenge where expires_at < now();
  delete from public.command_log where created_at < now() - interval '7 days';
  delete from public.transaction where created_at < now() - interval '90 days';
  delete from public.record_lock where locked_at < now() - interval '1 day';
  delete from public.job where finished_at < now() - interval '30 days';
  delete from public.file where received_by = 'import' and created_at < now() - interval '30 days';
  -- A cart from which lines came explains where they came from.
  delete from public.punchout_cart c
    where c.updated_at < now() - interval '30 days' and c.state <> 'returned'
      and not exists (select from public.procurement_line l where l.tenant_id = c.tenant_id and l.punchout_cart_id = c.id);
  call app.clean_up_uploads();
end
$$;
