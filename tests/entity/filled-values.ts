import type { Row } from '../../src/entity/entity.ts';
import type { Field, Fields } from '../../src/entity/field.ts';
import type { Value } from '../../src/entity/kind.ts';

/** Texts with a required format. */
const texts: Readonly<Record<string, Value>> = {
  authentication_server: 'mx.firma.test',
  bic: 'COBADEFFXXX',
  client_number: '1204',
  code: 'AB_1.2',
  consultant_number: '77',
  datev_collective_account: '1600',
  accrual_account: '1601',
  email: 'einkauf@firma.test',
  events: ['order_sent'],
  einvoice_email: 'rechnung@firma.test',
  end: '2032-12-31',
  external_id: '70001',
  fiscal_year_start: '07-01',
  gtin: '4006381333931',
  host: 'pop.firma.test',
  iban: 'DE89370400440532013000',
  issuer: 'https://issuer.firma.test',
  image_url: 'https://shop.example/bild.png',
  number: '97531',
  oauth_directory: 'firma.onmicrosoft.test',
  phone: '+49 40 1234',
  region: 'eu-central-1',
  phone_country_code: '+49',
  phone_number: '401234',
  required_fields: { procurement: { notes: true } },
  start: '2032-01-01',
  supplier_number: '815',
  translations: [
    { lang: 'de', name: 'Prüfname' },
    { lang: 'en', name: 'Test name' },
  ],
  vat_number: 'DE136695976',
  webshop_url: 'https://shop.example/artikel',
  url: 'https://shop.example/einkauf',
  order_url: 'https://shop.example/bestellung',
  discount_2_days: 5,
  discount_2_percentage: '1',
  discount_1_days: 3,
  discount_1_percentage: '2',
  default_product_currency: 'CHF',
  currency: 'CHF',
  min_approval: 2,
};

/** A plausible typed value that differs from that of a new row; undefined where a file would be needed. */
function filledValue(name: string, field: Field, known: ReadonlyMap<string, number>): Value | undefined {
  if (field.computed || ['file', 'secret', 'roles'].includes(field.kind.input)) return undefined;
  if (name in texts) return texts[name] ?? null;
  if (field.references !== undefined) return known.get(field.references);
  if (field.choices) return field.choices.find((choice) => choice !== field.initial) ?? null;
  switch (field.kind.input) {
    case 'flag':
      return !field.initial;
    case 'number':
      return field.kind.problem('5') === undefined ? '5' : 5;
    case 'day':
      return '2027-03-31';
    default:
      return `Prüf ${name}`.slice(0, 15);
  }
}

/** A value in every typed field; references use the known rows of each table. */
export function filledValues(fields: Fields, known: ReadonlyMap<string, number>): Row {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = filledValue(name, field, known);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Values that must fit each other. */
export const together: Readonly<Record<string, Row>> = {
  // Tokens go by IMAP with TLS only (MBX-08).
  mailbox: { sign_in: 'password' },
  lb_user: {
    is_service: false,
    absence_to: '2027-04-30',
    // Only auditors have these (ARC-04).
    auditor_client_id: null,
    auditor_from: null,
    auditor_until: null,
    auditor_ends_on: null,
  },
  budget: { not_allocated: false },
  export_destination: { kind: 'folder', place: 'Monat 1' },
  product: { price_netto: '100', price_brutto: '119', tax: '19' },
};
