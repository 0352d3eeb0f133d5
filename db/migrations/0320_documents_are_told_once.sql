-- What a transaction changes under open documents is noted by its rows, and the documents are counted once, at the end (PROC-43): one that
-- holds several of the rows is one document.
drop function if exists app.note_documents_waiting(integer);
-- function app.note_reached
-- function app.note_reached_setting
-- function app.documents_waiting_on
-- function app.documents_reached
-- function app.count_documents_waiting
-- function app.count_documents_under_setting

-- Rows that belong to a record steer what the record does.
drop function if exists app.count_documents_of_companies() cascade;
-- function app.count_documents_of_owner
do $$
declare
  part record;
begin
  for part in values ('client_tax_key', 'client'), ('client_discount_code', 'client'), ('client_d365_dimension', 'client'),
    ('supplier_client', 'supplier') loop
    execute format('create trigger count_documents_insert after insert on public.%I referencing new table as now_is
      for each statement when (current_user = ''writer'') execute function app.count_documents_of_owner(%L)', part.column1, part.column2);
    execute format('create trigger count_documents_update after update on public.%I referencing old table as was new table as now_is
      for each statement when (current_user = ''writer'') execute function app.count_documents_of_owner(%L)', part.column1, part.column2);
    execute format('create trigger count_documents_delete after delete on public.%I referencing old table as was
      for each statement when (current_user = ''writer'') execute function app.count_documents_of_owner(%L)', part.column1, part.column2);
  end loop;
end
$$;

-- function app.count_documents_of_person
create trigger count_documents_waiting after update of active, approval_limit, priority_approval_limit, substitute_id, absence_from,
  absence_to, roles on lb_user for each row
  when (current_user = 'writer' and (old.active and not new.active
    or (old.approval_limit, old.priority_approval_limit, old.substitute_id, old.absence_from, old.absence_to, old.roles)
      is distinct from (new.approval_limit, new.priority_approval_limit, new.substitute_id, new.absence_from, new.absence_to, new.roles)))
  execute function app.count_documents_of_person();
