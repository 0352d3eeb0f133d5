/** Rows of a table in an archive of one company or period; an archive of the whole tenant contains all rows. */
export type TableScope =
  /** Master data: all rows, or for one company those visible to its auditors. */
  | 'all'
  /** The documents themselves, chosen by company and period, with referenced ones. */
  | 'document'
  /** Parts of the documents, by the columns that reference them. */
  | 'of documents'
  /** A condition on `t`. */
  | { readonly where: string };

export interface ColumnKind {
  readonly name: string;
  /** Number of decimal places; null if not defined. */
  readonly kind: 'text' | 'day' | { readonly digits: number | null };
}

/** An archived table: one CSV file and its description. */
export interface ArchivedTable {
  readonly table: string;
  /** Content in the language of auditors. */
  readonly title: string;
  readonly scope: TableScope;
  /** Omitted columns: secrets and derived ones. */
  readonly without?: readonly string[];
  /** For content that is not a database table: rows, key and columns. */
  readonly made?: {
    readonly rows: string;
    readonly key: readonly string[];
    readonly columns: readonly ColumnKind[];
    readonly pointers: Readonly<Record<string, string>>;
  };
}

const all = (table: string, title: string, without?: readonly string[]): ArchivedTable => ({
  table,
  title,
  scope: 'all',
  ...(without && { without }),
});
const document = (table: string, title: string): ArchivedTable => ({ table, title, scope: 'document' });
const part = (table: string, title: string): ArchivedTable => ({ table, title, scope: 'of documents' });
const by = (table: string, title: string, where: string): ArchivedTable => ({
  table,
  title,
  scope: { where },
});

/** Tables of the tenant as a whole, without auditor policies to select rows. */
const whole = (table: string, title: string, without: readonly string[] = []): ArchivedTable => ({
  ...by(table, title, ''),
  without,
});

const ofExport = (run: string): string => `exists (select from invoice_export_entry e join archived_document d
  on d.kind = 'invoice' and d.id = e.invoice_id where e.tenant_id = t.tenant_id and e.invoice_export_run_id = ${run})`;

const text = (name: string): ColumnKind => ({ name, kind: 'text' });
const number = (name: string, digits: number | null): ColumnKind => ({ name, kind: { digits } });

/** The exported bookings (EXP-12). */
const bookings: ArchivedTable = {
  table: 'booking',
  title: 'Buchungen',
  scope: 'of documents',
  made: {
    rows: `select e.tenant_id, e.id as invoice_export_entry_id, b.no, e.invoice_id, e.is_reversal, (e.bookings ->> 'day')::date as day,
        e.bookings ->> 'creditor' as creditor, b.one ->> 'account' as account, (b.one ->> 'gross')::numeric as gross,
        e.bookings -> 'invoice' ->> 'currency' as currency, (e.bookings -> 'invoice' ->> 'exchange_rate')::numeric as exchange_rate,
        b.one ->> 'posting_key' as posting_key, (b.one ->> 'tax_percentage')::numeric as tax_percentage,
        b.one ->> 'tax_category' as tax_category, b.one ->> 'cost_center' as cost_center, b.one ->> 'cost_object' as cost_object,
        b.one ->> 'text' as text
      from invoice_export_entry e
      cross join lateral jsonb_array_elements(
        case jsonb_typeof(e.bookings -> 'bookings') when 'array' then e.bookings -> 'bookings' else '[]' end) with ordinality as b (one, no)
      where e.state = 'exported'`,
    key: ['invoice_export_entry_id', 'no'],
    columns: [
      number('invoice_export_entry_id', 0),
      number('no', 0),
      number('invoice_id', 0),
      text('is_reversal'),
      { name: 'day', kind: 'day' },
      text('creditor'),
      text('account'),
      number('gross', 2),
      text('currency'),
      number('exchange_rate', 6),
      text('posting_key'),
      number('tax_percentage', 2),
      ...['tax_category', 'cost_center', 'cost_object', 'text'].map(text),
    ],
    pointers: { invoice_export_entry_id: 'invoice_export_entry', invoice_id: 'invoice' },
  },
};

/** All archived tables (ARC-05), in order of description. */
export const archivedTables: readonly ArchivedTable[] = [
  document('invoice', 'Rechnungen'),
  part('invoice_line', 'Rechnungspositionen'),
  part('invoice_tax', 'Steuerzeilen der Rechnungen'),
  part('invoice_approver', 'Freigeber der Rechnungen'),
  by('invoice_export_run', 'Exportläufe', ofExport('t.id')),
  part('invoice_export_entry', 'Exportierte Rechnungen mit ihren Buchungen'),
  bookings,
  by('invoice_export_file', 'Dateien der Exportläufe', ofExport('t.invoice_export_run_id')),
  by('invoice_export_transfer', 'Übertragungen der Exportläufe', ofExport('t.invoice_export_run_id')),
  document('procurement', 'Bestellanforderungen und Bestellungen'),
  part('procurement_line', 'Bestellpositionen'),
  part('procurement_approver', 'Freigeber der Bestellungen'),
  part('procurement_supplier_order', 'Bestellungen je Lieferant'),
  part('procurement_order_letter', 'Versendete Bestellungen'),
  part('order_confirmation', 'Auftragsbestätigungen'),
  part('order_confirmation_line', 'Positionen der Auftragsbestätigungen'),
  part('goods_receipt', 'Wareneingänge'),
  document('contract', 'Verträge'),
  part('contract_line', 'Vertragspositionen'),
  part('contract_approver', 'Freigeber der Verträge'),
  part('contract_term', 'Laufzeiten der Verträge'),
  part('contract_version', 'Fassungen der Verträge'),
  part('contract_reminder', 'Erinnerungen der Verträge'),
  part('contract_due_reminder', 'Fällige Erinnerungen der Verträge'),
  part('contract_letter', 'Kündigungsschreiben'),
  part('timeline_entry', 'Verlauf der Belege'),
  part('document_hand', 'Wer in fremdem Namen an Belegen mitgewirkt hat'),
  part('document_question', 'Rückfragen zu Belegen'),
  part('approval_record', 'Umfang der Freigaben'),
  part('document_file', 'Anhänge der Belege'),
  part('mail', 'Versendete Mails'),
  by(
    'mail_attachment',
    'Anhänge der Mails',
    `exists (select from mail m join archived_document d on (d.kind, d.id) in
       (('invoice', m.invoice_id), ('procurement', m.procurement_id), ('contract', m.contract_id))
       where m.tenant_id = t.tenant_id and m.id = t.mail_id)`,
  ),
  whole('tenant', 'Der Mandant'),
  all('client', 'Firmen'),
  all('client_address', 'Adressen der Firmen'),
  all('client_ledger_account', 'Sachkonten der Firmen'),
  all('client_posting_key', 'Buchungsschlüssel der Firmen'),
  all('client_profit_center', 'Profitcenter der Firmen'),
  all('client_tax_key', 'Steuerschlüssel der Firmen'),
  all('client_discount_code', 'Skontoschlüssel der Firmen'),
  all('client_d365_dimension', 'Dimensionen der Firmen'),
  all('client_marketplace', 'Marktplätze der Firmen'),
  all('buyer_reference', 'Leitweg- und Käuferreferenzen'),
  all('supplier', 'Lieferanten'),
  all('supplier_client', 'Lieferanten je Firma'),
  all('supplier_department', 'Abteilungen der Lieferanten'),
  all('supplier_approver', 'Freigeber der Lieferanten'),
  all('supplier_bank_change', 'Änderungen von Bankverbindungen'),
  all('control_change', 'Änderungen von Kontrollen'),
  all('department', 'Abteilungen'),
  all('department_client', 'Firmen der Abteilungen'),
  all('department_cost_center', 'Kostenstellen der Abteilungen'),
  all('department_approver', 'Freigeber der Abteilungen'),
  all('cost_center', 'Kostenstellen'),
  all('cost_center_client', 'Firmen der Kostenstellen'),
  all('cost_center_address', 'Adressen der Kostenstellen'),
  all('cost_center_approver', 'Freigeber der Kostenstellen'),
  all('budget', 'Budgets'),
  all('ledger_account', 'Sachkonten'),
  all('posting_key', 'Buchungsschlüssel'),
  all('profit_center', 'Profitcenter'),
  all('tax_group', 'Steuergruppen'),
  all('tax_item_group', 'Artikelsteuergruppen'),
  all('financial_dimension', 'Finanzdimensionen'),
  all('d365_allowed_combination', 'Erlaubte Kombinationen der Dimensionen'),
  all('location', 'Standorte'),
  all('product_group', 'Warengruppen'),
  all('product', 'Artikel'),
  all('product_file', 'Dateien der Artikel'),
  all('marketplace', 'Marktplätze', ['secret']),
  all('marketplace_product_group', 'Warengruppen der Marktplätze'),
  all('mailbox', 'Postfächer', [
    ...[
      'username',
      'password',
      'oauth_application',
      'oauth_directory',
      'oauth_secret',
      'oauth_refresh_token',
    ],
    ...['access_token', 'access_until', 'sign_in_attempt', 'oauth_until', 'oauth_warned_at'],
  ]),
  all('sign_on_issuer', 'Anmeldedienste', ['application_secret']),
  all('webhook', 'Webhooks', ['secret', 'former_secret', 'failures', 'paused_until', 'told_at']),
  all('export_destination', 'Ziele regelmäßiger Exporte', ['secret_access_key']),
  all('scheduled_export', 'Regelmäßige Exporte', ['next_run_at']),
  all('scheduled_export_run', 'Dateien regelmäßiger Exporte', ['job_id']),
  all('sign_on_group', 'Gruppen der Anmeldedienste'),
  all('lb_user', 'Personen und Aufgabengruppen', [
    'api_token_hash',
    'token_version',
    'token_issued_at',
    'token_expires_at',
    'token_maker_id',
    'signature_file_id',
    'show_tour',
  ]),
  all('service_token', 'Token der Dienstkonten', ['secret_hash']),
  all('directory_person', 'Personen des Verzeichnisses'),
  all('directory_group', 'Gruppen des Verzeichnisses'),
  all('directory_member', 'Mitglieder der Gruppen des Verzeichnisses'),
  all('task_group_user', 'Mitglieder der Aufgabengruppen'),
  all('user_address', 'Adressen der Personen'),
  all('role_template', 'Eigene Vorlagen für Rechte'),
  all('permission', 'Berechtigungsgruppen'),
  all('permission_user', 'Personen der Berechtigungsgruppen'),
  all('permission_client', 'Firmen der Berechtigungsgruppen'),
  all('permission_department', 'Abteilungen der Berechtigungsgruppen'),
  all('permission_cost_center', 'Kostenstellen der Berechtigungsgruppen'),
  all('permission_supplier', 'Lieferanten der Berechtigungsgruppen'),
  all('permission_product_group', 'Warengruppen der Berechtigungsgruppen'),
  all('configuration', 'Einstellungen'),
  whole('process_text', 'Eigene Texte der Verfahrensdokumentation'),
  whole('process_documentation', 'Fassungen der Verfahrensdokumentation', ['request_key']),
  whole('number_counter', 'Nummernkreise'),
  by(
    'file',
    'Verzeichnis der Originaldateien',
    'exists (select from archive_member m where m.tenant_id = t.tenant_id and m.archive_id = $2 and m.file_id = t.id)',
  ),
  by('audit_log', 'Änderungsprotokoll', ''),
  // Only in archives of the whole tenant: auditors must not see the access of others (ARC-04).
  by('auditor_access', 'Zugriffe von Prüfern', 'false'),
  by('security_log', 'Sicherheitsprotokoll', 'false'),
  // It names the people of all companies (ARC-09).
  by('rights_review', 'Bestätigungen der Rechte', 'false'),
  // Their files are originals of the whole tenant only.
  by('closed_month', 'Abgeschlossene Monate', 'false'),
  by('closed_month_file', 'Listen der abgeschlossenen Monate', 'false'),
];

/** Tables of a tenant that are not archived, with the reason. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  sign_on_identity: 'accounts at issuers: login data',
  accounting_connection: 'sign-ins at other systems: secrets',
  accounting_sign_in: 'sign-ins under way: secrets',
  approval_link: 'links of mails: secrets',
  archive: 'archives themselves',
  archive_member: 'archives themselves',
  archive_piece: 'archives themselves',
  audit_link: 'the chain of the audit, which is proven against the installation',
  billable_event: 'the contract between tenant and operator',
  billing: 'the contract between tenant and operator',
  billing_step: 'the contract between tenant and operator',
  budget_amount: 'derived from documents',
  client_automatic_export: 'how far automatic exports are; the setting of the company stands in the audit',
  client_chart_account: 'the chart of accounts as DATEV told it, and which it holds',
  command_log: 'repeated calls of the API',
  contract_state: 'derived from contracts',
  contract_calendar: 'addresses of calendars: secrets',
  contract_month: 'derived from contracts',
  contract_notice_day: 'derived from contracts',
  contract_recognition: 'what was proposed; what became of it stands in the audit',
  document: 'derived from documents',
  document_person: 'derived from documents',
  document_total: 'derived from documents',
  direct_debit: 'the contract between tenant and operator',
  file_chunk: 'the originals themselves',
  file_object: 'where the originals are kept',
  invoice_arrival: 'what became of what came in; the originals of invoices are there',
  invoice_creditor_file: 'the files themselves are among the originals',
  invoice_known_creditor: 'derived from exports',
  invoice_page: 'the arrangement of pages of an original for viewing',
  favourite_product: 'which articles a person orders often',
  invoice_readiness: 'derived from documents and settings',
  invoice_readiness_look: 'derived from documents and settings',
  invoice_state: 'derived from invoices',
  invoice_recognition: 'what was proposed; what became of it stands in the audit',
  job: 'work under way',
  known_device: 'sessions',
  login_token: 'sessions: secrets',
  manual_miss: 'searches in the manual without who searched',
  mailbox_mail: 'which mails were taken already',
  notification: 'what is told once',
  onboarding: 'what the tenant began with',
  order_movement: 'derived from orders and receipts',
  passkey: 'sessions: secrets',
  punchout_cart: 'shopping under way: secrets',
  punchout_log: 'protocol of shops, kept for 90 days',
  punchout_notice: 'notices of shops, which became confirmations and invoices',
  push_notice: 'what devices have yet to show',
  push_subscription: 'sessions: secrets',
  record_lock: 'work under way',
  refresh_token: 'sessions: secrets',
  sample_record: 'which master data came as samples; they stand among the others',
  saved_filter: 'how a person looks at lists',
  security_count: 'counters of a minute',
  supplier_hint: 'what recognition has learned',
  tenant_additional_item: 'the contract between tenant and operator',
  tenant_storage: 'what a tenant takes up',
  tenant_tiered_price: 'the contract between tenant and operator',
  timeline: 'the numbers of the steps, which are entries',
  tour: 'which introductions a person has seen',
  webhook_delivery: 'messages to other systems, kept for 30 days',
  transaction: 'protocol of the API, kept for 90 days',
};
