-- The net total that a shop states for its cart, compared with the sum of its items (PUN-16). OCI carts have none.
alter table punchout_cart add column shop_total numeric(16, 2);
alter table punchout_cart add column shop_currency text check (length(shop_currency) = 3);
call app.wall('punchout_cart', amounts => '{pending_lines,shop_total}', secrets => '{token_hash,token_until,returned_key}',
  parent => 'procurement', visible => app.hangs_on('punchout_cart', 'procurement'));
