-- The net total that a shop states for its cart, compared with the sum of its items (PUN-16). OCI carts have none.
alter table punchout_cart add column shop_total numeric(16, 2);
alter table punchout_cart add column shop_currency text check (length(shop_currency) = 3);
call app.wall('punchout_cart', amounts => '{pending_lines,shop_total}', secrets => '{token_hash,token_until,returned_key}',
  parent => 'procurement', visible => app.hangs_on('punchout_cart', 'procurement'));

-- Shops send their invoices as cXML (PUN-17). One is known by its number, whatever message it comes in.
alter table invoice_arrival drop constraint invoice_arrival_way_check;
alter table invoice_arrival add constraint invoice_arrival_way_check
  check (way in ('upload', 'api', 'mailbox', 'address', 'scanner', 'marketplace'));
alter table punchout_notice add column invoice_key bytea check (length(invoice_key) = 32);
alter table punchout_notice add column content_key bytea check (length(content_key) = 32);
alter table punchout_notice add constraint punchout_notice_content_of_invoice
  check ((invoice_key is null) = (content_key is null));
alter table punchout_notice add constraint punchout_notice_invoice_once unique (tenant_id, marketplace_id, invoice_key);
