call app.wall('timeline', audited => false, visible =>
  'exists (select from procurement d where d.tenant_id = timeline.tenant_id and d.timeline_id = timeline.id)
   or exists (select from invoice d where d.tenant_id = timeline.tenant_id and d.timeline_id = timeline.id)
   or exists (select from contract d where d.tenant_id = timeline.tenant_id and d.timeline_id = timeline.id)');
create constraint trigger announced after insert or update on timeline
  deferrable initially deferred for each row execute function app.announce_document();
create constraint trigger listed_at_end after insert or update on timeline deferrable initially deferred for each row execute function app.list_noted_documents();
create trigger noted_insert after insert on timeline referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger noted_update after update on timeline referencing new table as changed for each statement execute function app.note_changed_documents();

call app.child_wall('timeline_entry', parents => '{procurement,invoice,contract}', amounts => '{message_amounts}', ignored => '{waited_since,means,way}');
create trigger keep_actor before insert on timeline_entry
  for each row when (app.is_acting()) execute function app.keep_actor();
create trigger keep_actor_of_end before update on timeline_entry
  for each row when (new.completed_at is distinct from old.completed_at) execute function app.keep_actor();
create trigger keep_means before insert on timeline_entry
  for each row when (new.completed_at is not null) execute function app.keep_means();
create trigger keep_means_of_end before update on timeline_entry for each row
  when ((new.completed_at, new.means, new.way) is distinct from (old.completed_at, old.means, old.way)) execute function app.keep_means();
create constraint trigger listed_at_end after insert or delete or update on timeline_entry deferrable initially deferred for each row execute function app.list_noted_documents();
create trigger note_hand after insert or delete or update on timeline_entry for each row when (app.is_acting()) execute function app.note_hand();
create trigger noted_delete after delete on timeline_entry referencing old table as changed for each statement execute function app.note_changed_documents();
create trigger noted_insert after insert on timeline_entry referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger noted_update after update on timeline_entry referencing new table as changed for each statement execute function app.note_changed_documents();
revoke select (waited_since) on timeline_entry from reader, reader_price;
grant select (means) on timeline_entry to auditor;

call app.child_wall('document_file', parents => '{procurement,invoice,contract}');
create trigger note_hand after insert or delete or update on document_file for each row when (app.is_acting()) execute function app.note_hand();

-- Policies read it as the person himself, who learns nothing from his own rows.
call app.wall('document_person', audited => false, visible => 'lb_user_id = any ((select app.persons())::bigint[])');
-- What all share leads to the heads, and is gone with them; this is what remains.
create policy module_on on document_person as restrictive for select to reader, reader_price
  using (kind = any ((select app.kinds_on())::text[]));
create trigger announced after delete on document_person for each row execute function app.announce_leaving();

call app.child_wall('document_question', parents => '{procurement,invoice,contract}');
create constraint trigger listed_at_end after insert or delete or update on document_question deferrable initially deferred for each row execute function app.list_noted_documents();
create trigger noted_delete after delete on document_question referencing old table as changed for each statement execute function app.note_changed_documents();
create trigger noted_insert after insert on document_question referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger noted_update after update on document_question referencing new table as changed for each statement execute function app.note_changed_documents();

call app.wall('approval_link', secrets => '{token_hash}', readable => false, audited => false);
-- Whose link it is must be known before anybody has entered a tenant.
create policy at_the_gate on approval_link for select to gate using (true);
grant select on approval_link to gate;

call app.wall('document_hand', readable => false, audited => false);
create trigger stay_in_tenant before insert or update on document_hand for each row execute function app.stay_in_tenant();
revoke insert, update, delete on document_hand from writer;

-- People read of it only what a document differs in, as far as they may see it: it holds amounts.
call app.wall('approval_record', amounts => '{covered}', readable => false);
create trigger stay_in_tenant before insert or update on approval_record for each row execute function app.stay_in_tenant();
revoke insert, update, delete on approval_record from writer;
