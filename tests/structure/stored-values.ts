/** The values that a line of the specification allows in columns. */
export interface StoredValues {
  readonly id: string;
  readonly columns: readonly string[];
  readonly values: readonly string[];
}

const units = ['month', 'quarter', 'semester', 'year', 'week', 'day'];
const orderStates = ['open', 'sending', 'sent', 'confirmed', 'failed', 'uncertain', 'cancelled'];

function list(words: string): string[] {
  return words.trim().split(/\s+/);
}

// ENUM-27 and ENUM-29 are values of settings, whose column holds any text. The API enforces ENUM-33:
// tests/api/languages.db.test.ts.
export const storedValues: readonly StoredValues[] = [
  {
    id: 'ROLE-01',
    columns: ['lb_user.roles'],
    values: list(`user-admin user-operator user-price user-dashboard user-change-order user-see-all-orders
      user-see-all-orders-belonging-to-own-company user-see-all-orders-belonging-to-own-department
      user-see-own-orders-and-involved user-see-all-invoices user-see-all-invoices-belonging-to-own-company
      user-see-own-invoices-and-involved user-can-change-invoices user-export-invoice user-can-delete-document-directly
      user-can-insert-product user-can-insert-supplier user-see-client-addresses user-change-contract user-insert-contract
      user-see-contracts user-see-contracts-belonging-to-own-company user-see-contracts-belonging-to-own-department
      user-see-own-contracts-and-involved user-auditor`),
  },
  {
    id: 'ENUM-01',
    columns: ['procurement.status'],
    values: list('draft open approval approved ordered clearing declined completed'),
  },
  {
    id: 'ENUM-02',
    columns: ['invoice.status'],
    values: list(
      'open approval financial-approval clearing accounting export completed declined declined-exported',
    ),
  },
  {
    id: 'ENUM-03 ENUM-04',
    columns: ['contract.status'],
    // The last one is for amendments (CON-38).
    values: list(
      'active inactive cancelled expired pending completed check clearing signature contract-approval incorporated',
    ),
  },
  // The last three while, or after, a tenant moves (TECH-18).
  {
    id: 'ENUM-05',
    columns: ['tenant.status'],
    values: ['active', 'archived', 'moving', 'moved', 'arriving'],
  },
  { id: 'ENUM-06', columns: ['accounting_connection.state'], values: ['active', 'inactive'] },
  {
    id: 'ENUM-07',
    columns: ['timeline_entry.status'],
    values: list(
      'approved declined reassigned comment upload reassignment skip repeat system auditLog canceled',
    ),
  },
  { id: 'ENUM-08', columns: ['timeline_entry.size'], values: ['size-s', 'size-m', 'size-l'] },
  {
    id: 'ENUM-12',
    columns: ['timeline_entry.text_type'],
    values: list('present past past-unsuccessful future finished-unsuccessful assignment'),
  },
  {
    id: 'ENUM-13',
    columns: ['contract.category'],
    values: list('service subscription license maintenance consulting leasing rental support other'),
  },
  {
    id: 'ENUM-14',
    columns: ['contract.term_type', 'contract_term.term_type'],
    values: ['fixed', 'indefinite', 'none'],
  },
  {
    id: 'ENUM-15',
    columns: ['contract', 'contract_term'].flatMap((table) => [
      `${table}.duration_unit_type`,
      `${table}.renewal_duration_unit_type`,
      `${table}.notice_period_unit_type`,
    ]),
    values: units,
  },
  {
    id: 'ENUM-16',
    columns: ['contract.renewal_type', 'contract_term.renewal_type'],
    values: ['auto', 'none', 'once'],
  },
  {
    id: 'ENUM-17 CON-35',
    columns: ['contract.termination_to', 'contract_term.termination_to'],
    values: list(
      'none day year_end half_year_end quarter_end month_end mid_or_month_end yearly_day week_end',
    ),
  },
  {
    id: 'ENUM-18',
    columns: ['procurement.payment_timing', 'contract.payment_timing'],
    values: ['advance', 'postpaid', 'midterm'],
  },
  {
    id: 'ENUM-19',
    columns: ['procurement.usage_type', 'contract.usage_type', 'contract_line.usage_type'],
    values: list('usage_based monthly quarterly semiannually yearly'),
  },
  {
    id: 'ENUM-20',
    columns: ['contract.payment_method'],
    values: list('bank_transfer direct_debit credit_card cash invoice other'),
  },
  { id: 'ENUM-21', columns: ['contract.payment_direction'], values: ['incoming', 'outgoing', 'both'] },
  {
    id: 'ENUM-22 CON-35',
    columns: ['contract_reminder.type'],
    values: list(
      'contract_end cancellation_notice invoice_missing custom extension_option price_change price_objection',
    ),
  },
  {
    id: 'ENUM-23',
    columns: ['contract_line.type'],
    values: list('service product license maintenance subscription other'),
  },
  {
    id: 'ENUM-24 ENUM-28',
    columns: ['contract.type', 'procurement.type'],
    values: ['single_invoice', 'recurring_invoice', 'recurring_contract'],
  },
  {
    id: 'ENUM-25',
    columns: ['supplier.payment_method', 'invoice.payment_method'],
    values: list('AUTOMATIC_DEBIT CREDIT_CARD BANK_TRANSFER ONLINE_PAYMENT'),
  },
  {
    id: 'ENUM-26',
    columns: ['invoice.review_status'],
    values: list(
      'content_rejection insolvency_rejection further_review_required other_reason_rejection approved',
    ),
  },
  { id: 'ENUM-30', columns: ['mailbox.import_mode'], values: ['attachment', 'email'] },
  { id: 'ENUM-30', columns: ['mailbox.protocol'], values: ['imap', 'pop3'] },
  { id: 'ENUM-31', columns: ['audit_log.type'], values: list('insert update delete info checkbox') },
  {
    id: 'ENUM-32',
    columns: ['marketplace.provider'],
    values: list('amazon mercateo raja conrad thgeyer reichelt'),
  },
  { id: 'ENUM-34', columns: ['number_counter.abbreviation'], values: ['PO', 'IN', 'DR', 'CT', 'DN', 'EX'] },
  {
    id: 'ENUM-35',
    columns: ['configuration.model'],
    values: list('string number boolean date json password lb_user supplier client_address'),
  },
  { id: 'DATA-07', columns: ['tenant.sepa_scheme'], values: ['CORE', 'B2B'] },
  { id: 'DATA-19', columns: ['supplier.state'], values: ['active', 'provisional'] },
  {
    id: 'DATA-25',
    columns: ['financial_dimension.dimension_type'],
    values: list('employee d365_department branch vehicle sales_channel area labor_wert project'),
  },
  { id: 'DATA-29', columns: ['procurement_line.kind'], values: ['item', 'freight', 'surcharge'] },
  {
    id: 'DATA-29 DATA-31',
    columns: ['procurement_line.order_state', 'procurement_supplier_order.state'],
    values: orderStates,
  },
  { id: 'DATA-31', columns: ['procurement_supplier_order.channel'], values: ['email', 'cxml', 'manual'] },
  {
    id: 'DATA-33',
    columns: ['invoice.document_type'],
    values: list('invoice credit_note self_billing prepayment final'),
  },
  { id: 'DATA-34', columns: ['invoice_line.kind'], values: ['item', 'allowance', 'charge'] },
  {
    id: 'DATA-34',
    columns: ['invoice_line.tax_category', 'invoice_tax.tax_category'],
    values: list('S Z E AE K G O L M'),
  },
  { id: 'DATA-40', columns: ['marketplace.protocol'], values: ['cxml', 'oci'] },
];

const everywhere = ['comment', 'reassignment', 'cancellation', 'skip'];

/** The entry types allowed in the timeline of each document. */
export const entryTypesOf = [
  {
    id: 'ENUM-09',
    document: 'procurement',
    values: [
      ...list(`start select-product approval clearing send-order order-sent-internal order-sent-punchout delivery
        product-received`),
      ...everywhere,
    ],
  },
  {
    id: 'ENUM-10',
    document: 'invoice',
    values: [
      ...list(`invoice-upload invoice-recognition invoice-manual-check invoice-financial-approval invoice-clearing
        invoice-accounting invoice-export`),
      ...everywhere,
    ],
  },
  {
    id: 'ENUM-11',
    document: 'contract',
    values: [
      ...list('contract-start contract-check contract-approval contract-signing contract-clearing'),
      ...everywhere,
    ],
  },
] as const;
