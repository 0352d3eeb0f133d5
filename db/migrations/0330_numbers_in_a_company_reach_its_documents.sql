-- A number that one company has given a supplier reaches the documents of that company alone (PROC-43).
drop function if exists app.note_reached(text, bigint[]);
drop function if exists app.documents_waiting_on(text, bigint[]);
-- function app.note_reached
-- function app.documents_waiting_on
-- function app.reached_rows
-- function app.documents_reached
-- function app.count_documents_of_owner
-- function app.count_documents_of_person
-- function app.count_documents_waiting
