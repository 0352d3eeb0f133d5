-- Tasks of somebody for whom thousands wait (OVW-10): the first fifty come from the front of an index of what waits
-- for anybody, and neither from all documents of the tenant nor from a sorting of all his tasks.
alter table document add column has_tasks boolean not null
  generated always as (assignee_ids <> '{}' or asked_ids <> '{}') stored;
grant select (has_tasks) on document to reader, reader_price;
create index document_tasks_by_urgency on document (tenant_id, due_date, waiting_since, timeline_id) where has_tasks;
create index document_tasks_by_age on document (tenant_id, waiting_since, timeline_id) where has_tasks;
