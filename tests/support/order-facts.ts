import type { Language } from '../../src/base/language.ts';
import { type OrderDocument, orderDocument } from '../../src/features/procurement/order-document.ts';
import type {
  OrderCompany,
  OrderFacts,
  OrderLine,
  OrderSupplier,
} from '../../src/features/procurement/order-facts.ts';
import { text } from '../../src/platform/server/texts.ts';

export const company: OrderCompany = {
  name: 'Nordfeld Antriebstechnik GmbH',
  billing_name: 'Nordfeld Antriebstechnik GmbH',
  billing_address: 'Hovestieg 24',
  billing_address_complement: 'Kreditorenbuchhaltung',
  billing_zipcode: '20539',
  billing_city: 'Hamburg',
  billing_country: 'DE',
  country: 'DE',
  email: 'info@nordfeld-antrieb.example',
  vat_number: 'DE294183509',
  tax_number: '46/742/00518',
  legal_form: 'GmbH',
  registered_seat: 'Hamburg',
  register_court: 'Amtsgericht Hamburg',
  register_number: 'HRB 148213',
  managing_directors: 'Henrik Nordmann, Dr. Sabine Krüger',
  legal_footer: null,
  einvoice_email: 'rechnung@nordfeld-antrieb.example',
  purchase_terms: 'Es gelten ausschließlich unsere Allgemeinen Einkaufsbedingungen.',
};

export const supplier: OrderSupplier = {
  id: 3,
  name: 'Osterkamp Werkzeughandel KG',
  contact_person: 'Gerd Osterkamp',
  address: 'Senator-Blase-Straße 12',
  zipcode: '28197',
  city: 'Bremen',
  country: 'DE',
  order_language: null,
  client_number: 'OW-4471',
  delivery_terms: 'Ab Werk zuzüglich Fracht',
  payment_terms: '10 Tage 3 % Skonto, 30 Tage netto',
};

export function orderLine(change: Partial<OrderLine> = {}): OrderLine {
  return {
    kind: 'item',
    description: 'Drehmomentschlüssel 40–200 Nm, 1/2 Zoll, mit Umschaltknarre und Prüfzertifikat',
    item_number: 'OW-77120',
    quantity: '3',
    unit: 'Stück',
    price_netto: '12.35',
    price_brutto: '14.70',
    price_mode: 'net',
    price_unit: '1',
    tax: '19.00',
    offer_number: null,
    offer_date: null,
    supplier_id: supplier.id,
    delivery_date: null,
    ...change,
  };
}

export function orderFacts(change: Partial<OrderFacts> = {}): OrderFacts {
  return {
    kind: { kind: 'order' },
    head: {
      status: 'approved',
      draft_number: 'DR-000007',
      order_number_formatted: 'PO-000042',
      external_order_number: null,
      delivery_date: '2027-03-01',
      payment_in_advance: false,
      notes: 'Anlieferung bitte einen Tag vorher ankündigen.',
      show_notes_in_pdf: true,
      currency: 'EUR',
      billing_address_text: 'Nordfeld Antriebstechnik GmbH',
    },
    lines: [orderLine()],
    company,
    suppliers: new Map([[supplier.id, supplier]]),
    deliveryAddress: {
      name: 'Werk Hamburg',
      complement: null,
      address: 'Hovestieg 24',
      zipcode: '20539',
      city: 'Hamburg',
      country: 'DE',
      consignee: 'Wareneingang Werk Hamburg',
      dropoff_location: 'Tor 3, Rampe B',
      phone: '+49 40 5550 2430',
    },
    consignee: 'Timo Arndt',
    contact: { name: 'Miriam Brandt', email: 'buyer@demo.test' },
    date: '2027-02-11',
    version: 1,
    changes: null,
    decimalPlaces: 2,
    receiptUrl: 'https://kontor.example/receive/42',
    ...change,
  };
}

export interface WrittenStyle {
  readonly language?: Language;
  readonly showsPrices?: boolean;
}

/** The letter as composed by the product. */
export function written(
  facts: OrderFacts,
  { language = 'de', showsPrices = true }: WrittenStyle = {},
): OrderDocument {
  return orderDocument(facts, { language, showsPrices, t: (key, values) => text(language, key, values) });
}
