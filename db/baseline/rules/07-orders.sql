call app.document_wall('procurement', drafts => 'status <> ''draft''',
  amounts => '{total_netto,total_tax,total_brutto,open_value,approved_netto}');
create policy audited on procurement for select to auditor using (tenant_id = (select app.tenant_id()) and (client_id = (select app.auditor_client()) and status <> 'draft'
  and (created_at at time zone (select app.time_zone()))::date between (select app.auditor_from()) and (select app.auditor_until())));
create policy module_on on procurement as restrictive for select to reader, reader_price using (app.is_on('procurement'));
create policy only_audited on procurement as restrictive for select to auditor using (client_id = (select app.auditor_client()) and status <> 'draft'
  and (created_at at time zone (select app.time_zone()))::date between (select app.auditor_from()) and (select app.auditor_until()));
create constraint trigger announced after update on procurement
  deferrable initially deferred for each row execute function app.announce_document();
create trigger counted after insert on procurement for each row execute function app.count_fact('document', 'procurement', 'id');
create trigger counted_number after insert or update of number on procurement for each row when (new.number is not null)
  execute function app.count_fact('procurement', 'procurement', 'id');
create trigger keep_draft_number before update of draft_number on procurement for each row execute function app.keep_number('draft_number');
create trigger keep_held after delete on procurement for each row when (old.legal_hold is not null) execute function app.keep_held();
create trigger keep_invoiced before delete on procurement for each row execute function app.keep_invoiced();
create trigger keep_number before update of number on procurement for each row execute function app.keep_number('number');
create constraint trigger listed_at_end after insert or update on procurement deferrable initially deferred for each row execute function app.list_noted_documents();
create trigger note_hand after insert or delete or update on procurement for each row when (app.is_acting()) execute function app.note_hand();
create trigger noted_insert after insert on procurement referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger noted_update after update on procurement referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger own_currency before insert or update of client_id, currency, exchange_rate on procurement
  for each row execute function app.own_currency();
create trigger persons_forgotten after delete on procurement for each row execute function app.forget_document_persons();
create trigger take_open_value before insert or update of total_netto, currency, exchange_rate on procurement
  for each row execute function app.take_open_value();
create trigger uncount_products before delete on procurement for each row when (old.status <> 'draft')
  execute function app.uncount_products();

call app.child_wall('procurement_approver');
create policy module_on on procurement_approver as restrictive for select to reader, reader_price
  using (app.is_on('procurement'));
create trigger note_hand after insert or delete or update on procurement_approver for each row when (app.is_acting()) execute function app.note_hand();

call app.wall('punchout_cart', amounts => '{pending_lines}', secrets => '{token_hash,token_until,returned_key}', parent => 'procurement',
  visible => app.hangs_on('punchout_cart', 'procurement'));
-- Whoever brings a cart back has no session.
create policy at_the_gate on punchout_cart to gate using (true) with check (true);
create policy module_on on punchout_cart as restrictive for select to reader, reader_price using (app.is_on('procurement'));
grant select (tenant_id, id, procurement_id, created_by_id, token_hash, token_until) on punchout_cart to gate;

call app.child_wall('procurement_line', amounts => '{price_netto,price_brutto,total_netto,total_brutto}',
  ignored => '{is_outstanding}');
create policy module_on on procurement_line as restrictive for select to reader, reader_price using (app.is_on('procurement'));
create constraint trigger listed_at_end after insert or delete or update on procurement_line deferrable initially deferred for each row execute function app.list_noted_documents();
create trigger note_hand after insert or delete or update on procurement_line for each row when (app.is_acting()) execute function app.note_hand();
create trigger noted_delete after delete on procurement_line referencing old table as changed for each statement execute function app.note_changed_documents();
create trigger noted_insert after insert on procurement_line referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger noted_update after update on procurement_line referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger summed_delete after delete on procurement_line referencing old table as was for each statement execute function app.sum_lines_of_delete();
create trigger summed_insert after insert on procurement_line referencing new table as became for each statement execute function app.sum_lines_of_insert();
create trigger summed_update after update on procurement_line referencing old table as was new table as became for each statement execute function app.sum_lines_of_update();

call app.child_wall('goods_receipt');
create policy module_on on goods_receipt as restrictive for select to reader, reader_price using (app.is_on('procurement'));
create trigger keep_number before update of number on goods_receipt for each row execute function app.keep_number('number');

call app.child_wall('procurement_supplier_order');
create policy module_on on procurement_supplier_order as restrictive for select to reader, reader_price
  using (app.is_on('procurement'));
create constraint trigger announced after insert or update on procurement_supplier_order
  deferrable initially deferred for each row execute function app.announce_document();
create constraint trigger listed_at_end after insert or delete or update on procurement_supplier_order deferrable initially deferred for each row execute function app.list_noted_documents();
create trigger noted_delete after delete on procurement_supplier_order referencing old table as changed for each statement execute function app.note_changed_documents();
create trigger noted_insert after insert on procurement_supplier_order referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger noted_update after update on procurement_supplier_order referencing new table as changed for each statement execute function app.note_changed_documents();

call app.wall('punchout_log', audited => false, amounts => '{body,request,response}',
  visible => '(select app.is_admin()) or exists (select from punchout_cart c
    join timeline_entry e on e.tenant_id = c.tenant_id and e.procurement_id = c.procurement_id and e.type = ''send-order''
    where c.tenant_id = punchout_log.tenant_id and c.id = punchout_log.cart_id and e.lb_user_id = any ((select app.persons())::bigint[]))');
create policy module_on on punchout_log as restrictive for select to reader, reader_price using (app.is_on('procurement'));

call app.child_wall('procurement_order_letter', amounts => '{content}');
create policy module_on on procurement_order_letter as restrictive for select to reader, reader_price
  using (app.is_on('procurement'));
create or replace trigger audit after insert or delete or update on procurement_order_letter
  for each row execute function app.write_audit('{shop_answer}', '{content}', '{}', 'procurement');
revoke select (shop_answer) on procurement_order_letter from reader, reader_price;

call app.child_wall('order_confirmation');
create policy module_on on order_confirmation as restrictive for select to reader, reader_price
  using (app.is_on('procurement'));

call app.child_wall('order_confirmation_line', amounts => '{price,ordered_price}');
create policy module_on on order_confirmation_line as restrictive for select to reader, reader_price
  using (app.is_on('procurement'));

call app.wall('punchout_notice', audited => false, readable => false);

alter table order_movement enable row level security, force row level security;
create policy module_on on order_movement as restrictive for select to reader, reader_price
  using ((select app.is_on('procurement')));
create policy tenant_wall on order_movement to writer
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy visible on order_movement for select to reader, reader_price
  using (tenant_id = (select app.tenant_id()) and ((select app.sees_all('procurement')) or exists (
    select from procurement d where d.tenant_id = order_movement.tenant_id and d.id = order_movement.procurement_id)));
grant select on order_movement to writer;
grant select (tenant_id, id, procurement_id, line, kind, day, currency, cost_center_id, goods_receipt_id, settled_on) on order_movement to reader;
grant select (tenant_id, id, procurement_id, line, kind, day, currency, net, cost_center_id, goods_receipt_id, settled_on, net_cents) on order_movement to reader_price;
