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
update document d set urgent_on = u.urgent_on, at_stake = u.at_stake
  from document o cross join lateral app.urgency_of_procurement(o.tenant_id, o.id) u
  where o.kind = 'procurement' and d.tenant_id = o.tenant_id and d.kind = o.kind and d.id = o.id;
update document d set urgent_on = u.urgent_on, at_stake = u.at_stake
  from document o cross join lateral app.urgency_of_invoice(o.tenant_id, o.id) u
  where o.kind = 'invoice' and d.tenant_id = o.tenant_id and d.kind = o.kind and d.id = o.id;
update document d set urgent_on = u.urgent_on, at_stake = u.at_stake
  from document o cross join lateral app.urgency_of_contract(o.tenant_id, o.id) u
  where o.kind = 'contract' and d.tenant_id = o.tenant_id and d.kind = o.kind and d.id = o.id;

-- The former version orders its tasks by the due day, for the time of the change without an index.
drop index document_tasks_by_urgency;
create index document_tasks_by_urgency on document (tenant_id, urgent_on, waiting_since, timeline_id) where has_tasks;
