import type { Row } from '../../src/entity/entity.ts';
import { exportDestinationCases } from './export-destination-cases.ts';
import { uniqueCases } from './unique-cases.ts';

/** One row of an entity and the result of the rules, the same in form, table view, CSV and API. */
export interface EntityCase {
  readonly rule: string;
  readonly table: string;
  /** Values that differ from a valid row. */
  readonly row: Row;
  /** Values of another valid row that exists already. */
  readonly beside?: Row;
  /** The values as typed in German, where different from the value itself. */
  readonly typed?: Readonly<Record<string, string>>;
  /** The errors, by field; empty: the row is accepted. */
  readonly problems: Readonly<Record<string, string>>;
  /** The column named by the table's own invariant, where that fails first. */
  readonly column?: string;
  /** The stored values, where different from the given ones. */
  readonly stored?: Row;
}

const address = { address: 'Hafenstraße 1', zipcode: '20457', city: 'Hamburg', country: 'DE' };

/** A valid row of each entity; the caller fills in references. */
export const validRows: Readonly<Record<string, Row>> = {
  client: {
    name: 'Prüfgesellschaft mbH',
    billing_name: 'Prüfgesellschaft mbH',
    billing_address: 'Hafenstraße 1',
    billing_zipcode: '20457',
    billing_city: 'Hamburg',
    billing_country: 'DE',
  },
  department: { name: 'Prüfabteilung' },
  cost_center: { number: 'P 900', name: 'Prüfstelle' },
  lb_user: { name: 'Petra Prüfer', email: 'petra.pruefer@example.test' },
  task_group: { name: 'Prüfgruppe' },
  permission: { name: 'Prüfrechte' },
  supplier: { name: 'Prüflieferant', country: 'DE' },
  product: { name: 'Prüfprodukt', tax: '19', currency: 'EUR', price_unit: '1' },
  product_group: { name: 'Prüfprodukte' },
  ledger_account: { number: '99001', name: 'Prüfkonto' },
  posting_key: { number: '9901', name: 'Prüfschlüssel' },
  profit_center: { number: '9902', name: 'Prüfcenter' },
  tax_group: { code: 'P.1', name: 'Prüfsteuer' },
  tax_item_group: { code: 'P.1', name: 'Prüfartikelsteuer', tax_code: 'V19' },
  financial_dimension: { code: 'P1', name: 'Prüfdimension', dimension_type: 'project' },
  location: { name: 'Prüfort' },
  export_destination: { name: 'Prüfkanzlei', kind: 'mail', place: 'kanzlei@example.test' },
  webhook: { name: 'Prüflager', url: 'https://lager.example.test/kontor', events: ['order_sent'] },
  buyer_reference: { code: '04011000-12345-34' },
  mailbox: {
    name: 'Prüfpostfach',
    host: 'imap.example.test',
    username: 'pruefung@example.test',
    password: 'nur zum Prüfen',
  },
  marketplace: {
    name: 'Prüfmarktplatz',
    provider: 'conrad',
    protocol: 'oci',
    url: 'https://shop.example.test/oci',
    identity: 'pruefung',
    secret: 'nur zum Prüfen',
  },
  role_template: { name: 'Prüfvorlage' },
  sign_on_issuer: {
    name: 'Prüfdienst',
    issuer: 'https://issuer.example.test',
    application_id: 'pruefung',
    application_secret: 'nur zum Prüfen',
    organisation_claim: 'hd',
    organisation: 'example.test',
  },
  client_address: { address_name: 'Prüflager', ...address },
  user_address: { name: 'Zuhause', ...address },
  budget: { name: 'Prüfbudget', value: '1000', start: '2031-01-01', end: '2031-12-31' },
};

/** Additional columns of a new row in table view and CSV. */
export const validColumns: Readonly<Record<string, Row>> = {
  client: {
    delivery_name: 'Prüflager',
    delivery_address: address.address,
    delivery_zipcode: address.zipcode,
    delivery_city: address.city,
  },
};

/** The same in the API. */
export const validChildren: Readonly<Record<string, object>> = {
  client: { client_addresses: { data: [{ address_name: 'Prüflager', ...address }] } },
};

const long = 'x'.repeat(51);

export const entityCases: readonly EntityCase[] = [
  ...uniqueCases,
  { rule: 'VAL-01', table: 'department', row: { code: 'IT_2. OG' }, problems: {} },
  { rule: 'VAL-01', table: 'department', row: { code: 'IT-2' }, problems: { code: 'validation_failed' } },
  { rule: 'VAL-01', table: 'tax_group', row: { code: 'x'.repeat(16) }, problems: { code: 'value_too_long' } },
  {
    rule: 'VAL-02',
    table: 'supplier',
    row: { bic: 'cobadeffxxx' },
    problems: {},
    stored: { bic: 'COBADEFFXXX' },
  },
  { rule: 'VAL-02', table: 'supplier', row: { bic: 'COBADEFFX' }, problems: { bic: 'validation_failed' } },
  {
    rule: 'VAL-03',
    table: 'supplier',
    row: { iban: 'de89 3704-0044 0532 0130 00' },
    problems: {},
    stored: { iban: 'DE89370400440532013000' },
  },
  {
    rule: 'VAL-03',
    table: 'supplier',
    row: { iban: 'DE89370400440532013001' },
    problems: { iban: 'validation_failed' },
  },
  {
    rule: 'VAL-03',
    table: 'supplier',
    row: { iban: 'DE8937040044053201300' },
    problems: { iban: 'validation_failed' },
  },
  {
    rule: 'VAL-04',
    table: 'product',
    row: { offer_date: '2026-02-28' },
    typed: { offer_date: '28.2.26' },
    problems: {},
  },
  {
    rule: 'VAL-05',
    table: 'product',
    row: { name: '  Prüfstift  ' },
    problems: {},
    stored: { name: 'Prüfstift' },
  },
  {
    rule: 'VAL-05',
    table: 'product',
    row: { alias: 'x'.repeat(256) },
    problems: { alias: 'value_too_long' },
  },
  {
    rule: 'VAL-05',
    table: 'product_group',
    row: { description: 'x'.repeat(4001) },
    problems: { description: 'value_too_long' },
  },
  { rule: 'VAL-25', table: 'location', row: { name: '   ' }, problems: { name: 'field_required' } },
  { rule: 'VAL-26', table: 'client', row: { name: long }, problems: { name: 'value_too_long' } },
  {
    rule: 'VAL-26',
    table: 'client',
    row: { email: ' Einkauf @Firma.DE ' },
    problems: {},
    stored: { email: 'einkauf@firma.de' },
  },
  {
    rule: 'VAL-26',
    table: 'client',
    row: { email: 'einkauf@firma' },
    problems: { email: 'validation_failed' },
  },
  {
    rule: 'VAL-26',
    table: 'client',
    row: { client_number: '1204B' },
    problems: { client_number: 'validation_failed' },
  },
  {
    rule: 'EXP-11',
    table: 'client',
    row: { datev_collective_account: 'Diverse' },
    problems: { datev_collective_account: 'validation_failed' },
  },
  {
    rule: 'VAL-26',
    table: 'client',
    row: { min_approval: -1 },
    typed: { min_approval: '-1' },
    problems: { min_approval: 'number_out_of_range' },
  },
  { rule: 'VAL-26', table: 'client', row: { min_approval: 0 }, typed: { min_approval: '0' }, problems: {} },
  {
    rule: 'VAL-26',
    table: 'client',
    row: { billing_city: null },
    problems: { billing_city: 'field_required' },
  },
  { rule: 'VAL-27', table: 'department', row: { name: null }, problems: { name: 'field_required' } },
  { rule: 'VAL-27', table: 'department', row: { email: 'max@' }, problems: { email: 'validation_failed' } },
  { rule: 'VAL-28', table: 'cost_center', row: { number: 'A 1 b2' }, problems: {} },
  { rule: 'VAL-28', table: 'cost_center', row: { number: 'A-1' }, problems: { number: 'validation_failed' } },
  {
    rule: 'VAL-28',
    table: 'cost_center',
    row: { number: '1'.repeat(37) },
    problems: { number: 'value_too_long' },
  },
  { rule: 'VAL-28', table: 'cost_center', row: { name: null }, problems: { name: 'field_required' } },
  { rule: 'VAL-29', table: 'supplier', row: { name: long }, problems: { name: 'value_too_long' } },
  {
    rule: 'VAL-29',
    table: 'supplier',
    row: { supplier_number: '12a' },
    problems: { supplier_number: 'validation_failed' },
  },
  {
    rule: 'VAL-29',
    table: 'supplier',
    row: { external_id: '9999' },
    problems: { external_id: 'validation_failed' },
  },
  { rule: 'VAL-29', table: 'supplier', row: { external_id: '70000' }, problems: {} },
  {
    rule: 'VAL-29',
    table: 'supplier',
    row: { vat_number: 'de 136.695-976' },
    problems: {},
    stored: { vat_number: 'DE136695976' },
  },
  { rule: 'VAL-29', table: 'supplier', row: { vat_number: 'DE136695977' }, problems: {} },
  {
    rule: 'VAL-29',
    table: 'supplier',
    row: { vat_number: 'DE1366959761234567' },
    problems: { vat_number: 'value_too_long' },
  },
  {
    rule: 'VAL-29',
    table: 'supplier',
    row: { vat_number: 'DE 136+695' },
    problems: { vat_number: 'validation_failed' },
  },
  { rule: 'VAL-30', table: 'lb_user', row: { name: null }, problems: { name: 'field_required' } },
  { rule: 'VAL-30', table: 'lb_user', row: { email: null }, problems: { email: 'field_required' } },
  { rule: 'AUTH-34', table: 'lb_user', row: { is_service: true, email: null }, problems: {} },
  {
    rule: 'AUTH-34',
    table: 'lb_user',
    row: { is_service: true, email: null, approval_limit: '100' },
    problems: { approval_limit: 'service_account' },
  },
  {
    rule: 'VAL-30',
    table: 'lb_user',
    row: { approval_limit: '0' },
    typed: { approval_limit: '0' },
    problems: { approval_limit: 'number_out_of_range' },
  },
  {
    rule: 'VAL-30',
    table: 'lb_user',
    row: { approval_limit: '1500.5' },
    typed: { approval_limit: '1.500,50' },
    problems: {},
  },
  {
    rule: 'VAL-30',
    table: 'lb_user',
    row: { priority_approval_limit: 1001 },
    typed: { priority_approval_limit: '1.001' },
    problems: { priority_approval_limit: 'number_out_of_range' },
  },
  {
    rule: 'VAL-30',
    table: 'lb_user',
    row: { roles: ['user-dashboard'] },
    problems: { roles: 'validation_failed' },
  },
  { rule: 'VAL-30', table: 'lb_user', row: { roles: ['user-dashboard', 'user-price'] }, problems: {} },
  { rule: 'VAL-30', table: 'task_group', row: { name: null }, problems: { name: 'field_required' } },
  ...exportDestinationCases,
  { rule: 'API-47', table: 'webhook', row: { events: [] }, problems: { events: 'field_required' } },
  { rule: 'VAL-31', table: 'posting_key', row: { number: '123456789' }, problems: {} },
  { rule: 'VAL-31', table: 'posting_key', row: { number: '012' }, problems: { number: 'validation_failed' } },
  {
    rule: 'VAL-31',
    table: 'posting_key',
    row: { number: '1234567890' },
    problems: { number: 'value_too_long' },
  },
  { rule: 'VAL-31', table: 'posting_key', row: { tax: '19.5' }, typed: { tax: '19,5' }, problems: {} },
  {
    rule: 'VAL-31',
    table: 'posting_key',
    row: { tax: '100' },
    typed: { tax: '100' },
    problems: { tax: 'number_out_of_range' },
  },
  {
    rule: 'VAL-31',
    table: 'posting_key',
    row: { tax: '7.125' },
    typed: { tax: '7,125' },
    problems: { tax: 'validation_failed' },
  },
  {
    rule: 'VAL-31',
    table: 'profit_center',
    row: { number: '0815' },
    problems: { number: 'validation_failed' },
  },
  {
    rule: 'VAL-31',
    table: 'ledger_account',
    row: { number: '44A0' },
    problems: { number: 'validation_failed' },
  },
  {
    rule: 'VAL-31',
    table: 'ledger_account',
    row: { number: '0420' },
    problems: { number: 'validation_failed' },
  },
  {
    rule: 'VAL-31',
    table: 'profit_center',
    row: { number: 'PC1' },
    problems: { number: 'validation_failed' },
  },
  {
    rule: 'VAL-32',
    table: 'tax_item_group',
    row: { tax_code: null },
    problems: { tax_code: 'field_required' },
  },
  {
    rule: 'VAL-32',
    table: 'financial_dimension',
    row: { dimension_type: null },
    problems: { dimension_type: 'field_required' },
  },
  {
    rule: 'VAL-32',
    table: 'financial_dimension',
    row: { dimension_type: 'planet' },
    problems: { dimension_type: 'validation_failed' },
  },
  { rule: 'VAL-33', table: 'budget', row: { end: null }, problems: { end: 'field_required' } },
  {
    rule: 'VAL-33',
    table: 'budget',
    row: { end: '2030-12-31' },
    column: 'start',
    typed: { end: '31.12.2030' },
    problems: { end: 'validation_failed' },
  },
  {
    rule: 'VAL-33',
    table: 'budget',
    row: { start: '2031-12-31' },
    typed: { start: '31.12.2031' },
    problems: {},
  },
  { rule: 'VAL-34', table: 'client_address', row: { city: null }, problems: { city: 'field_required' } },
  {
    rule: 'VAL-34',
    table: 'client_address',
    row: { phone_number: '40 1234' },
    column: 'phone_number',
    problems: { phone_country_code: 'field_required' },
  },
  {
    rule: 'VAL-34',
    table: 'user_address',
    row: { phone_country_code: '+49', phone_number: '40 1234' },
    problems: {},
  },
  {
    rule: 'VAL-35',
    table: 'product',
    row: { webshop_url: 'ftp://shop.example' },
    problems: { webshop_url: 'validation_failed' },
  },
  { rule: 'VAL-35', table: 'product', row: { image_url: 'https://shop.example/bild.png' }, problems: {} },
  {
    rule: 'MOB-05',
    table: 'product',
    row: { gtin: '4006381333930' },
    problems: { gtin: 'validation_failed' },
  },
  { rule: 'MOB-05', table: 'product', row: { gtin: '4006381333931' }, problems: {} },
  {
    rule: 'VAL-35',
    table: 'product',
    row: { price_netto: '-0.01' },
    typed: { price_netto: '-0,01' },
    problems: { price_netto: 'number_out_of_range' },
  },
  { rule: 'VAL-36', table: 'product_group', row: { name: '' }, problems: { name: 'field_required' } },
];
