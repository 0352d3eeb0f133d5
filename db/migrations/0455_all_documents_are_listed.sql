-- Older migrations changed documents without listing them while columns were missing (app.list_documents).
set constraints all immediate;
-- function app.list_procurement
-- function app.list_invoice
-- function app.list_contract
select app.list_documents(d.tenant_id, d.kind, array_agg(d.id), false) from document d group by d.tenant_id, d.kind;
