-- One day tells how urgent a document is, the same in lists, mails and calendars, with the amount at stake (OVW-10).
alter table document
  add column urgent_on date,
  -- In company currency; null without such a day, and while no rate is known.
  add column at_stake numeric(20,2);
grant select (urgent_on) on document to reader, reader_price;
grant select (at_stake) on document to reader_price;

-- function app.yearly_netto
-- function app.urgency_of_procurement
-- function app.urgency_of_invoice
-- function app.urgency_of_contract
-- No sum of the dashboard depends on these columns.
alter table document disable trigger summed_update;
update document d set urgent_on = u.urgent_on, at_stake = u.at_stake
  from document o cross join lateral app.urgency_of_procurement(o.tenant_id, o.id) u
  where o.kind = 'procurement' and d.tenant_id = o.tenant_id and d.kind = o.kind and d.id = o.id;
update document d set urgent_on = u.urgent_on, at_stake = u.at_stake
  from document o cross join lateral app.urgency_of_invoice(o.tenant_id, o.id) u
  where o.kind = 'invoice' and d.tenant_id = o.tenant_id and d.kind = o.kind and d.id = o.id;
update document d set urgent_on = u.urgent_on, at_stake = u.at_stake
  from document o cross join lateral app.urgency_of_contract(o.tenant_id, o.id) u
  where o.kind = 'contract' and d.tenant_id = o.tenant_id and d.kind = o.kind and d.id = o.id;
alter table document enable trigger summed_update;

-- Lists filter by the due day and no longer order by it; the former version does so without an index.
drop index document_tasks_by_urgency;
drop index document_tenant_id_due_date_waiting_since_timeline_id_idx;
create index on document (tenant_id, due_date, timeline_id) where due_date is not null;
create index document_by_urgency on document (tenant_id, urgent_on, waiting_since, timeline_id);
create index document_tasks_by_urgency on document (tenant_id, urgent_on, waiting_since, timeline_id) where has_tasks;
