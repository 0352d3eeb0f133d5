-- Lists and sums count what is expected of contracts that are billed by use (CON-37, CON-39).
-- function app.yearly_netto
-- function app.moving_contract
select app.list_documents(k.tenant_id, 'contract', array_agg(k.id), false) from contract k group by k.tenant_id;
