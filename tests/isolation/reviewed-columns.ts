/** Columns of other types that may hold amounts (ROLE-07). */
export const amountsOfOtherTypes = [
  // Other columns of that name are rates.
  'invoice_tax.tax',
  'audit_log.amounts_before',
  'audit_log.amounts_after',
  'timeline_entry.message_amounts',
  'punchout_cart.pending_lines',
  'punchout_log.body',
  'punchout_log.request',
  'punchout_log.response',
  'procurement_order_letter.content',
  'transaction.variables',
  'transaction.response',
  'notification.payload',
  ...['invoice_recognition.raw', 'contract_recognition.price'],
  'document.total_netto_cents',
  'document.total_brutto_cents',
  'document.company_netto_cents',
  'document.committed_cents',
  'order_movement.net_cents',
  'contract_state.lines',
];

/** Columns whose name or type looks like a secret but that are none. */
export const notSecret = [
  'archive.sha256',
  'archive_member.sha256',
  'archive_piece.bytes',
  'closed_month_file.sha256',
  'process_documentation.sha256',
  'process_documentation.described_sha256',
  'file.sha256',
  'file_chunk.bytes',
  // Not granted to readers (TECH-16).
  'file_object.cipher_key',
  'file_object.object_key',
  'lb_user.token_expires_at',
  'lb_user.token_issued_at',
  'login_token.id',
  'mailbox.has_password',
  'mailbox.has_oauth_secret',
  'mailbox.has_oauth_refresh_token',
  'marketplace.has_secret',
  'sign_on_issuer.has_application_secret',
  'export_destination.has_secret_access_key',
  'refresh_token.id',
];

/** Decimal columns that are no amounts of money: quantities, percentages, rates, tolerances. */
export const decimalsThatAreNoAmounts = [
  'tax',
  'tax_percentage',
  'automatic_tax',
  'default_product_tax',
  'exchange_rate',
  'discount_1_percentage',
  'discount_2_percentage',
  // Identifies the code of a discount.
  'percentage',
  'quantity',
  'quantity_received',
  'price_unit',
  ...['tax_tolerance', 'price_tolerance_percent', 'price_tolerance_amount', 'over_delivery_percent'],
  'ordered_quantity',
  'match_price_tolerance',
  'match_quantity_tolerance',
  'match_price_tolerance_amount',
  'match_quantity_tolerance_amount',
  'match_freight_tolerance_amount',
];
