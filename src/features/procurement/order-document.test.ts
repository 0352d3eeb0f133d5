import { describe, expect, test } from 'vitest';
import {
  company,
  orderFacts,
  orderLine,
  supplier,
  type WrittenStyle,
  written,
} from '../../../tests/support/order-facts.ts';
import { letterFileName, letterLanguage } from '../../document/letter/letter.ts';
import type { ProcurementStatus } from '../../timeline/kinds.ts';
import { orderKind } from './order-document.ts';
import type { OrderFacts } from './order-facts.ts';

const head = orderFacts().head;
const letter = (change: Partial<OrderFacts> = {}, style: WrittenStyle = {}) =>
  written(orderFacts(change), style);
const headed = (change: Partial<typeof head>, more: Partial<OrderFacts> = {}, style: WrittenStyle = {}) =>
  letter({ head: { ...head, ...change }, ...more }, style);
const labelled = (pairs: readonly { label: string; value: string }[], label: string) =>
  pairs.find((pair) => pair.label === label)?.value;

describe('PROC-28 PROC-37 title', () => {
  test.each([
    [{ kind: 'order' }, 'Bestellung PO-000042'],
    [{ kind: 'request' }, 'Bestellanforderung PO-000042'],
    [{ kind: 'change', change: 2 }, 'Bestelländerung 2 zu PO-000042'],
    [{ kind: 'cancellation' }, 'Bestellstornierung PO-000042'],
  ] as const)('%o is %s', (kind, title) => expect(letter({ kind }).title).toBe(title));

  test('a draft shows its draft number, ENTWURF and a note that it is not an order', () => {
    const draft = headed({ status: 'draft', order_number_formatted: null }, { kind: { kind: 'request' } });
    expect(draft).toMatchObject({
      title: 'Bestellanforderung DR-000007',
      mark: 'ENTWURF',
      notice: 'Noch nicht freigegeben. Dies ist keine Bestellung.',
      closing: null,
    });
    expect(labelled(draft.references, 'Anforderungsnummer')).toBe('DR-000007');
  });

  test('a draft without number has only the title', () => {
    const bare = headed(
      { status: 'draft', order_number_formatted: null, draft_number: null },
      { kind: { kind: 'request' }, company: null, suppliers: new Map(), deliveryAddress: null },
    );
    expect(bare).toMatchObject({ title: 'Bestellanforderung', sender: '', recipient: [] });
  });

  test.each<[ProcurementStatus, boolean, 'order' | 'request']>([
    ['draft', false, 'request'],
    ['open', false, 'request'],
    ['approval', false, 'request'],
    ['approved', true, 'order'],
    ['ordered', true, 'order'],
    ['completed', true, 'order'],
    ['clearing', false, 'request'],
    ['clearing', true, 'order'],
    ['declined', false, 'request'],
  ])('GER in status %s, as approved: %s, it is the %s', (status, isAsApproved, kind) => {
    expect(orderKind(status, isAsApproved)).toEqual({ kind });
  });
});

describe('PROC-28 language', () => {
  test.each([
    ['it', { order_language: 'sk', country: 'DE' }, 'it'],
    [null, { order_language: 'sk', country: 'DE' }, 'sk'],
    [null, { order_language: null, country: 'AT' }, 'de'],
    [null, { order_language: null, country: 'GB' }, 'en'],
    [null, { order_language: null, country: 'CZ' }, 'cz'],
    [null, { order_language: null, country: 'PL' }, 'en'],
    [null, null, 'en'],
  ] as const)('requested language %s, supplier %o: %s', (wished, to, language) =>
    expect(letterLanguage(wished, to, 'en')).toBe(language),
  );

  test('I18N-05 amounts, dates and words use the language', () => {
    const english = letter({ lines: [orderLine({ quantity: '1200' })] }, { language: 'en' });
    expect(english.title).toBe('Purchase order PO-000042');
    expect(english.groups[0]?.rows[0]).toMatchObject({
      quantity: '1,200',
      amounts: { price: '12.35', net: '14,820.00', tax: '19%' },
    });
    expect(labelled(english.references, 'Date')).toBe('11/02/2027');
    const czech = letter({ lines: [orderLine({ quantity: '1200' })] }, { language: 'cz' });
    expect(czech.groups[0]?.rows[0]?.amounts?.net).toBe('14\u00a0820,00');
  });
});

describe('PROC-28 DATA-13 a business letter', () => {
  test('addresses the supplier and names the sender above the window', () => {
    expect(letter()).toMatchObject({
      sender: 'Nordfeld Antriebstechnik GmbH',
      returnLine: 'Nordfeld Antriebstechnik GmbH · Hovestieg 24 · 20539 Hamburg',
      recipient: ['Osterkamp Werkzeughandel KG', 'Gerd Osterkamp', 'Senator-Blase-Straße 12', '28197 Bremen'],
    });
  });

  test('prints the country of a foreign supplier in capitals, in the language of the sender’s country', () => {
    const abroad = { ...supplier, city: 'Sheffield', zipcode: 'S1 2AB', country: 'GB' };
    const { recipient } = letter({ suppliers: new Map([[3, abroad]]) }, { language: 'en' });
    expect(recipient.slice(-2)).toEqual(['Sheffield S1 2AB', 'VEREINIGTES KÖNIGREICH']);
  });

  test('refers to numbers, date, contact and VAT id', () => {
    const { references } = headed({ external_order_number: 'X-1' }, { version: 2 });
    expect(references.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Bestellnummer: PO-000042',
      'Datum: 11.02.2027',
      'Version: 2',
      'Externe Nummer: X-1',
      'Unsere Kundennummer: OW-4471',
      'Ansprechpartner: Miriam Brandt',
      'E-Mail: buyer@demo.test',
      'Unsere USt-IdNr.: DE294183509',
    ]);
  });

  test('PUN-17 shows the delivery address with the company first, invoice address and delivery date', () => {
    const [delivery, invoice, date] = letter().panels;
    expect(delivery).toEqual({
      title: 'Lieferanschrift',
      lines: [
        'Nordfeld Antriebstechnik GmbH',
        'Werk Hamburg',
        'Wareneingang Werk Hamburg',
        'Hovestieg 24',
        '20539 Hamburg',
      ],
      details: [
        { label: 'Abladestelle', value: 'Tor 3, Rampe B' },
        { label: 'Wareneingang durch', value: 'Timo Arndt' },
        { label: 'Telefon', value: '+49 40 5550 2430' },
      ],
    });
    expect(invoice).toMatchObject({
      lines: ['Nordfeld Antriebstechnik GmbH', 'Kreditorenbuchhaltung', 'Hovestieg 24', '20539 Hamburg'],
      details: [{ label: 'Per E-Mail an', value: 'rechnung@nordfeld-antrieb.example' }],
    });
    expect(date?.lines).toEqual(['01.03.2027']);
  });

  test('PROC-06 a billing address typed on the document replaces that of the company', () => {
    const { panels } = headed({ billing_address_text: 'Nordfeld Holding\r\nPostfach 1\n20001 Hamburg' });
    expect(panels[1]?.lines).toEqual(['Nordfeld Holding', 'Postfach 1', '20001 Hamburg']);
  });

  test('PROC-23 mentions payment in advance', () => {
    expect(letter().advance).toBeNull();
    expect(headed({ payment_in_advance: true }).advance).toMatch(/^Vorkasse/);
  });

  test('prints notes only when enabled', () => {
    const labels = (shows: boolean) => headed({ show_notes_in_pdf: shows }).terms.map(({ label }) => label);
    expect(labels(true)).toEqual([
      'Lieferbedingungen',
      'Zahlungsbedingungen',
      'Rechnungsstellung',
      'Hinweise',
      'Einkaufsbedingungen',
    ]);
    expect(labels(false)).not.toContain('Hinweise');
  });

  test('closes with the name of the sender', () => {
    expect(letter().closing).toEqual({ greeting: 'Mit freundlichen Grüßen', name: 'Miriam Brandt' });
  });

  test('prints title and version on every page', () => {
    const document = letter({ version: 3 });
    expect(document.runningTitle).toBe('Bestellung PO-000042 · Version 3');
    expect(document.pageText).toBe('Seite {page} von {pages}');
  });
});

describe('DATA-13 legal particulars', () => {
  test('are set in columns', () => {
    expect(letter().footer).toEqual({
      columns: [
        ['Nordfeld Antriebstechnik GmbH', 'Hovestieg 24', '20539 Hamburg'],
        ['Sitz der Gesellschaft: Hamburg', 'Amtsgericht Hamburg', 'HRB 148213'],
        ['Geschäftsführung:', 'Henrik Nordmann, Dr. Sabine Krüger'],
        ['USt-IdNr.: DE294183509', 'info@nordfeld-antrieb.example'],
      ],
    });
  });

  test('a company’s own text is kept and completed', () => {
    const wording = 'Nordfeld, 20539 Hamburg, Amtsgericht Hamburg, HRB 148213';
    expect(letter({ company: { ...company, legal_footer: `${wording}\n` } }).footer).toEqual({
      text:
        `${wording} · Sitz der Gesellschaft: Hamburg · Geschäftsführung: Henrik Nordmann, Dr. Sabine Krüger · ` +
        'USt-IdNr.: DE294183509',
    });
  });

  test.each([
    ['Hagener Anlagenbau', 'AG', 'Hagener Anlagenbau AG'],
    ['Nord Gesellschaft mbH & Co. KG', 'GmbH & Co. KG', 'Nord Gesellschaft mbH & Co. KG'],
    ['Nordfeld GmbH', 'GmbH', 'Nordfeld GmbH'],
    ['Nordfeld', null, 'Nordfeld'],
  ])('%s with the form %s is %s', (billing_name, legal_form, sender) =>
    expect(letter({ company: { ...company, billing_name, legal_form } }).sender).toBe(sender),
  );
});

describe('PROC-28 lines', () => {
  const rowOf = (change: Parameters<typeof orderLine>[0], style?: WrittenStyle) =>
    letter({ lines: [orderLine(change), orderLine({ offer_number: 'other' })] }, style).groups[0]?.rows[0];

  test('PRICE-03 computes the totals of the example', () => {
    const lines = [
      orderLine(),
      orderLine({ quantity: '10', price_netto: '0.333' }),
      orderLine({ quantity: '1', price_netto: '5.00', tax: '7.00' }),
    ];
    expect(letter({ lines }).totals).toEqual([
      { label: 'Summe netto', amount: '45,38', isMain: false },
      { label: '7\u00a0% USt auf 5,00', amount: '0,35', isMain: false },
      { label: '19\u00a0% USt auf 40,38', amount: '7,67', isMain: false },
      { label: 'Gesamtbetrag EUR', amount: '53,40', isMain: true },
    ]);
  });

  test('PRICE-06 a price for several units shows the price unit and keeps all decimals', () => {
    expect(rowOf({ quantity: '1000', price_netto: '12.34', price_unit: '1000' })?.amounts).toMatchObject({
      price: '12,34',
      priceNote: 'je 1.000',
      net: '12,34',
    });
    expect(rowOf({ quantity: '1234', price_netto: '0.28451000' })?.amounts).toMatchObject({
      price: '0,28451',
      net: '351,09',
    });
  });

  test('PRICE-03 a line typed gross shows the price as typed', () => {
    const typed = {
      price_mode: 'gross',
      price_brutto: '9.99',
      price_netto: '8.39',
      quantity: '100',
    } as const;
    expect(rowOf(typed)?.amounts).toMatchObject({ price: '9,99', priceNote: 'brutto', net: '839,50' });
  });

  test('unknown values are a dash', () => {
    expect(rowOf({ quantity: null, price_netto: null, tax: null, description: ' ' })).toMatchObject({
      description: '–',
      quantity: '–',
      amounts: { price: '–', tax: '–', net: '–', priceNote: null },
    });
  });

  test('PROC-34 freight and surcharges follow the goods', () => {
    const lines = [
      orderLine({ kind: 'freight', description: null, unit: null }),
      orderLine({ kind: 'surcharge', description: 'Mindermengenzuschlag' }),
      orderLine({ description: 'Ware' }),
    ];
    expect(
      letter({ lines }).groups[0]?.rows.map((row) => `${row.position} ${row.description} ${row.unit}`),
    ).toEqual(['1 Ware Stück', '2 Fracht pauschal', '3 Mindermengenzuschlag Stück']);
  });

  test('an offer is printed beside its line, or once above the lines if common', () => {
    const offer = { offer_number: 'A-7', offer_date: '2027-01-20' };
    expect(rowOf(offer)?.details).toEqual(['Angebot A-7 vom 20.01.2027']);
    const common = letter({ lines: [orderLine(offer), orderLine(offer), orderLine({ kind: 'freight' })] });
    expect(labelled(common.references, 'Ihr Angebot')).toBe('A-7');
    expect(labelled(common.references, 'Angebot vom')).toBe('20.01.2027');
    expect(common.groups[0]?.rows.map((row) => row.details)).toEqual([[], [], []]);
  });

  test('prints a line’s own delivery date beside it', () => {
    expect(rowOf({ delivery_date: '2027-03-09' })?.details).toContain('Liefertermin 09.03.2027');
    expect(rowOf({ delivery_date: '2027-03-01' })?.details).toEqual([]);
  });
});

describe('several suppliers', () => {
  const other = { ...supplier, id: 4, name: 'Brüggemann Bürobedarf GmbH', client_number: 'K-20815' };
  const several: Partial<OrderFacts> = {
    lines: [orderLine(), orderLine({ supplier_id: 4 }), orderLine(), orderLine({ supplier_id: null })],
    suppliers: new Map([
      [3, supplier],
      [4, other],
    ]),
  };

  test('make an overview by supplier without addressee', () => {
    const overview = letter(several);
    expect(overview).toMatchObject({ recipient: [], closing: null });
    expect(
      overview.groups.map(({ title, rows, subtotal }) => [title, rows.length, subtotal?.amount]),
    ).toEqual([
      ['Osterkamp Werkzeughandel KG', 2, '74,10'],
      ['Brüggemann Bürobedarf GmbH', 1, '37,05'],
      ['Ohne Lieferant', 1, '37,05'],
    ]);
    expect(overview.groups[1]?.details).toBe(
      'Unsere Kundennummer: K-20815 · Ab Werk zuzüglich Fracht · 10 Tage 3 % Skonto, 30 Tage netto',
    );
    expect(overview.totals.at(-1)?.amount).toBe('176,36');
  });

  test('a single supplier needs no group', () => {
    expect(letter().groups).toMatchObject([{ title: null, details: null, subtotal: null }]);
  });

  test('ROLE-07 without user-price the letter has no amounts', () => {
    const masked = letter(several, { showsPrices: false });
    expect(masked.columns.amounts).toBeNull();
    expect(masked.totals).toEqual([]);
    expect(masked.groups.map((group) => group.subtotal)).toEqual([null, null, null]);
    expect(JSON.stringify(masked)).not.toMatch(/12,35|37,05|74,10|148,20|176,36/);
  });
});

describe('the name of the file', () => {
  test('contains order and supplier', () => {
    expect(letterFileName(letter(), supplier.name)).toBe(
      'Bestellung PO-000042 Osterkamp Werkzeughandel KG.pdf',
    );
    expect(letterFileName(letter(), '')).toBe('Bestellung PO-000042.pdf');
  });

  test('is valid in every file system', () => {
    const name = letterFileName(letter(), '../a\\b:c*?"<>|\n');
    expect(name).not.toMatch(/[/\\:*?"<>|\n]/);
    expect(letterFileName(letter(), 'x'.repeat(500)).length).toBeLessThan(130);
  });
});
