/** Refusals with a second text with amounts or permitted values, for readers who may see them. */
export const refusalsWithMore = [
  'budget_exceeded_amount',
  'approval_limit_exceeded_amount',
  'none_has_limit_amount',
  'invoice_exceeds_order_amount',
  'prepaid_differs_amount',
  'invoice_exceeds_contract_amount',
  'order_exceeds_contract_amount',
  'payload_too_large_max',
  'unsupported_media_type_types',
  'duplicate_file_number',
  'punchout_failed_said',
  'punchout_no_start_url_said',
  'punchout_invalid_credentials_said',
  'punchout_domain_not_enabled_said',
] as const;
