import { describe, expect, test } from 'vitest';
import { orderFacts, orderLine, written } from '../../../tests/support/order-facts.ts';
import type { OrderContent, OrderContentHead } from './model.ts';
import type { OrderLine } from './order-facts.ts';
import { isSameContent, orderChanges } from './order-letters.ts';

const head: OrderContentHead = {
  delivery_date: '2027-03-01',
  delivery_address_id: 1,
  consignee_id: 2,
  billing_address_text: 'Nordfeld Antriebstechnik GmbH',
  payment_in_advance: false,
  external_order_number: null,
  currency: 'EUR',
  notes: null,
};

function content(lines: readonly OrderLine[], changed: Partial<OrderContentHead> = {}): OrderContent {
  return {
    head: { ...head, ...changed },
    lines: lines.map(({ supplier_id: _, id = null, ...line }) => ({ id, ...line })),
  };
}

const first = orderLine({ id: 1 });
const second = orderLine({ id: 2, description: 'Messschieber 150 mm', item_number: 'OW-10150' });

function letter(after: readonly OrderLine[], changed: Partial<OrderContentHead> = {}, showsPrices = true) {
  const changes = orderChanges(content([first, second]), content(after, changed));
  const kind = { kind: 'change', change: 1 } as const;
  return written(orderFacts({ kind, version: 2, lines: after, changes }), { showsPrices });
}

const detailsOf = (document: ReturnType<typeof letter>) =>
  document.groups.flatMap(({ rows }) => rows.map((row) => row.details));

describe('PROC-37 a change letter points out what has changed', () => {
  test('beside each line what stood there before, and nothing beside the others', () => {
    const changed = letter([
      { ...first, quantity: '5', price_netto: '11.10', price_brutto: '13.21' },
      second,
    ]);
    expect(detailsOf(changed)).toEqual([['Bisher: Menge 3 Stück, Einzelpreis 12,35'], []]);
  });

  test('ROLE-07 without prices no former price either', () => {
    const changed = letter([{ ...first, price_netto: '11.10', price_brutto: '13.21' }, second], {}, false);
    expect(detailsOf(changed)).toEqual([['Geändert'], []]);
  });

  test('a line that had no day of its own had that of the whole order', () => {
    const changed = letter([{ ...first, delivery_date: '2027-04-01' }, second]);
    expect(detailsOf(changed)[0]).toEqual(['Liefertermin 01.04.2027', 'Bisher: Liefertermin 01.03.2027']);
  });

  test('new lines as such, and those that are gone by name', () => {
    const changed = letter([first, orderLine({ id: 3, description: 'Bohrer 6 mm' })]);
    expect(detailsOf(changed)).toEqual([[], ['Neue Position']]);
    expect(changed.terms[0]).toEqual({
      label: 'Entfallene Positionen',
      value: '3 Stück Messschieber 150 mm (OW-10150)',
    });
  });

  test('what has changed above the lines', () => {
    const changed = letter([first, second], { delivery_date: '2027-03-15', delivery_address_id: 9 });
    expect(changed.intro).toContain('Geänderte Angaben: Gewünschter Liefertermin, Lieferanschrift');
    expect(letter([first, second]).intro).not.toContain('Geänderte Angaben');
  });

  test('a cancellation names the lines, and nothing about how to deliver them', () => {
    const cancelled = written(orderFacts({ kind: { kind: 'cancellation' }, version: 2 }));
    expect(cancelled.title).toBe('Bestellstornierung PO-000042');
    expect(cancelled).toMatchObject({ panels: [], terms: [], advance: null });
    expect(cancelled.groups[0]?.rows).toHaveLength(1);
  });
});

describe('PROC-37 two letters that say the same', () => {
  test('amounts are compared as values', () => {
    const stored = content([{ ...first, quantity: '3.000', price_netto: '12.35000000', tax: '19' }, second]);
    expect(isSameContent(stored, content([first, second]))).toBe(true);
  });

  test('a line, its place and the head all count', () => {
    const before = content([first, second]);
    expect(isSameContent(before, content([second, first]))).toBe(false);
    expect(isSameContent(before, content([first]))).toBe(false);
    expect(isSameContent(before, content([first, second], { notes: 'Tor 3' }))).toBe(false);
  });
});
