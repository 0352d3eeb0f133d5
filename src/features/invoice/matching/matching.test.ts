import { describe, expect, it } from 'vitest';
import { emptyStored } from '../../../document/fields.ts';
import { invoiceLineFields } from '../fields.ts';
import type { InvoiceLineFields } from '../model.ts';
import { assignedLines } from './assign-lines.ts';
import { comparedLines, placesOf } from './compare-lines.ts';
import { foundOrder } from './find-order.ts';
import type { OrderLine } from './order-line.ts';
import { exactly as exact } from './tolerances.ts';

function orderLine(id: number, own: Partial<OrderLine> = {}): OrderLine {
  return {
    id,
    procurement_id: 1,
    order_number: 'PO-000001',
    kind: 'item',
    item_number: null,
    description: null,
    quantity: '10',
    unit: 'Stück',
    quantity_received: '10',
    quantity_invoiced: '0',
    price_netto: '4.00',
    price_unit: '1',
    currency: 'EUR',
    ...own,
  };
}

function line(own: Partial<InvoiceLineFields>): InvoiceLineFields {
  return { ...emptyStored(invoiceLineFields), quantity: '10', total_netto: '40.00', ...own };
}

function compared(lines: readonly InvoiceLineFields[], orderLines: readonly OrderLine[], own = exact) {
  return comparedLines({ currency: 'EUR', lines, isInAdvance: false }, orderLines, own);
}

const differencesOf = (own: Partial<InvoiceLineFields>, ordered: Partial<OrderLine>, tolerances = exact) =>
  compared([line({ procurement_line_id: 7, ...own })], [orderLine(7, ordered)], tolerances)[0]?.differences;

describe('INV-23 comparing a line with order and receipts', () => {
  it('reports nothing for a line as ordered and received', () => {
    expect(differencesOf({}, {})).toEqual([]);
  });

  it('reports a higher price per unit, for any price unit', () => {
    expect(differencesOf({ total_netto: '42.00' }, {})).toEqual([
      { code: 'price_above', ordered: '4', by: '0.2000' },
    ]);
    expect(differencesOf({ total_netto: '42.00' }, { price_netto: '400', price_unit: '100' })).toEqual([
      { code: 'price_above', ordered: '4', by: '0.2000' },
    ]);
  });

  it('reports a lower price without a question', () => {
    const lines = compared([line({ procurement_line_id: 7, total_netto: '38.00' })], [orderLine(7)]);
    expect(lines[0]?.differences).toEqual([{ code: 'price_below', ordered: '4', by: '-0.2000' }]);
    expect(placesOf(lines, 'price_above')).toEqual([]);
  });

  it('INV-26 asks about another unit if the amount agrees, and compares prices if not', () => {
    const packs = { quantity: '2', unit: 'XPK', total_netto: '40.00' };
    expect(differencesOf(packs, {})).toEqual([{ code: 'other_unit', unit: 'Stück' }]);
    expect(differencesOf({ unit: 'XPK' }, {})).toEqual([]);
    expect(differencesOf(packs, { quantity_received: '0' })?.map(({ code }) => code)).toEqual([
      ...['other_unit', 'not_received'],
    ]);
    expect(differencesOf({ ...packs, unit: 'H87' }, {})).toMatchObject([{ code: 'price_above' }]);
    expect(differencesOf({ ...packs, total_netto: '60.00' }, {})).toMatchObject([{ code: 'price_above' }]);
    expect(differencesOf(packs, { unit: null })).toMatchObject([{ code: 'price_above' }]);
  });

  it('counts other invoices of the same order line in the quantity', () => {
    expect(differencesOf({}, { quantity_invoiced: '3' })).toEqual([
      { code: 'quantity_above', ordered: '10', by: '3' },
    ]);
  });

  it('sums two lines on one order line and reports them once', () => {
    const half = line({ procurement_line_id: 7, quantity: '6', total_netto: '24.00' });
    const lines = compared([half, half], [orderLine(7)]);
    expect(placesOf(lines, 'quantity_above')).toEqual([2]);
  });

  it('reports missing receipts, but not for freight or payment in advance', () => {
    const owed = { quantity_received: '4' };
    expect(differencesOf({}, owed)).toEqual([{ code: 'not_received', received: '4', by: '6' }]);
    expect(differencesOf({}, { ...owed, kind: 'freight' })).toEqual([]);
    const lines = [line({ procurement_line_id: 7 })];
    const inAdvance = { currency: 'EUR', lines, isInAdvance: true };
    expect(comparedLines(inAdvance, [orderLine(7, owed)], exact)[0]?.differences).toEqual([]);
  });

  it('applies the larger of percent and amount, separately for price and quantity', () => {
    const dearer = { total_netto: '41.00' };
    expect(differencesOf(dearer, {}, { ...exact, pricePercent: '2.5' })).toEqual([]);
    expect(differencesOf(dearer, {}, { ...exact, priceAmount: '1.00' })).toEqual([]);
    expect(differencesOf(dearer, {}, { ...exact, pricePercent: '2.4', priceAmount: '0.99' })).toHaveLength(1);
    const more = { quantity: '11', total_netto: '44.00' };
    expect(differencesOf(more, {}, { ...exact, pricePercent: '50' })).toHaveLength(1);
    expect(differencesOf(more, {}, { ...exact, quantityAmount: '1' })).toEqual([]);
  });

  it('INV-28 shares the tolerance in amount among all lines of an order line, so that splitting gains nothing', () => {
    const parts = (count: number, net: string) =>
      compared(
        Array.from({ length: count }, () =>
          line({ procurement_line_id: 7, quantity: '1', total_netto: net }),
        ),
        [orderLine(7)],
        { ...exact, priceAmount: '1.00' },
      ).flatMap(({ differences }) => differences.map(({ code }) => code));
    expect(parts(2, '4.50')).toEqual([]);
    expect(parts(3, '4.50')).toEqual(['price_above', 'price_above', 'price_above']);
  });

  it('compares no price in another currency', () => {
    expect(differencesOf({}, { currency: 'CHF' })).toEqual([{ code: 'other_currency', currency: 'CHF' }]);
  });

  it('PRICE-05 compares a credit note by its credited amounts', () => {
    const credit = { quantity: '-10', total_netto: '-40.00' };
    expect(differencesOf(credit, { quantity_invoiced: '10' })).toEqual([]);
    expect(differencesOf({ ...credit, total_netto: '-44.00' }, { quantity_invoiced: '10' })).toHaveLength(1);
  });

  it('skips allowances; reports an item without an order line', () => {
    const lines = compared([line({ kind: 'allowance' }), line({})], [orderLine(7)]);
    expect(lines).toEqual([{ place: 1, orderLine: null, differences: [] }]);
  });
});

describe('INV-23 finding the order lines', () => {
  const paper = orderLine(1, { item_number: 'KP-80/A4', description: 'Kopierpapier A4 80 g' });
  const toner = orderLine(2, { item_number: 'TN 3480', description: 'Toner schwarz', price_netto: '84.50' });

  it('by item number in any spelling, and by words, in any order', () => {
    const lines = [
      line({ item_number: 'TN-3480', description: 'Verbrauchsmaterial' }),
      line({ description: 'Kopierpapier A4, 80 g/m², Karton' }),
    ];
    expect(assignedLines(lines, [paper, toner])).toEqual([2, 1]);
  });

  it('each once; existing links stay', () => {
    const twice = [line({ description: 'Toner schwarz' }), line({ description: 'Toner schwarz' })];
    expect(assignedLines(twice, [paper, toner])).toEqual([2, null]);
    const linked = [line({ description: 'Toner schwarz', procurement_line_id: 1 })];
    expect(assignedLines(linked, [paper, toner])).toEqual([1]);
  });

  it('INV-26 a return on the same invoice matches the delivered line', () => {
    const both = [
      line({ description: 'Toner schwarz' }),
      line({ description: 'Toner schwarz', quantity: '-2', total_netto: '-8.00' }),
    ];
    expect(assignedLines(both, [paper, toner])).toEqual([2, 2]);
  });

  it('many equal lines match as many order lines', () => {
    const days = Array.from({ length: 200 }, (_, place) =>
      orderLine(place + 1, { description: 'Schulung Tag' }),
    );
    const lines = days.map(() => line({ description: 'Schulung Tag' }));
    expect(assignedLines(lines, days)).toEqual(days.map(({ id }) => id));
  });

  it('links nothing without common data', () => {
    expect(assignedLines([line({ description: 'Wartung Aufzug', quantity: '1' })], [paper, toner])).toEqual([
      null,
    ]);
  });
});

describe('INV-23 the order of an invoice that names none', () => {
  const order = (id: number, open_value: string, description: string) => ({
    id,
    currency: 'EUR',
    open_value,
    lines: [orderLine(id * 10, { procurement_id: id, description })],
  });
  const invoice = {
    currency: 'EUR',
    total_netto: '40.00',
    lines: [line({ description: 'Schreibtisch Linea weiß' })],
  };

  it('is the only one whose open value equals the charge', () => {
    expect(foundOrder(invoice, [order(1, '40.00', 'Stuhl'), order(2, '55.00', 'Schreibtisch Linea')])).toBe(
      1,
    );
  });

  it('else the only one that matches all lines', () => {
    expect(foundOrder(invoice, [order(1, '41.00', 'Stuhl'), order(2, '55.00', 'Schreibtisch Linea')])).toBe(
      2,
    );
  });

  it('is none if two fit', () => {
    expect(foundOrder(invoice, [order(1, '40.00', 'Stuhl'), order(2, '40.00', 'Stuhl')])).toBeNull();
    const desk = 'Schreibtisch Linea';
    expect(foundOrder(invoice, [order(1, '41.00', desk), order(2, '55.00', desk)])).toBeNull();
  });
});
