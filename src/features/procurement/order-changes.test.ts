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

describe('PROC-37 a change letter highlights the changes', () => {
  test('shows former values on changed lines only', () => {
    const changed = letter([
      { ...first, quantity: '5', price_netto: '11.10', price_brutto: '13.21' },
      second,
    ]);
    expect(detailsOf(changed)).toEqual([['Bisher: Menge 3 Stück, Einzelpreis 12,35'], []]);
  });

  test('ROLE-07 hides former prices when prices are hidden', () => {
    const changed = letter([{ ...first, price_netto: '11.10', price_brutto: '13.21' }, second], {}, false);
    expect(detailsOf(changed)).toEqual([['Geändert'], []]);
  });

  test('a line without own delivery date had that of the whole order', () => {
    const changed = letter([{ ...first, delivery_date: '2027-04-01' }, second]);
    expect(detailsOf(changed)[0]).toEqual(['Liefertermin 01.04.2027', 'Bisher: Liefertermin 01.03.2027']);
  });

  test('marks new lines and names removed ones', () => {
    const changed = letter([first, orderLine({ id: 3, description: 'Bohrer 6 mm' })]);
    expect(detailsOf(changed)).toEqual([[], ['Neue Position']]);
    expect(changed.terms[0]).toEqual({
      label: 'Entfallene Positionen',
      value: '3 Stück Messschieber 150 mm (OW-10150)',
    });
  });

  test('names changed head fields', () => {
    const changed = letter([first, second], { delivery_date: '2027-03-15', delivery_address_id: 9 });
    expect(changed.intro).toContain('Geänderte Angaben: Gewünschter Liefertermin, Lieferanschrift');
    expect(letter([first, second]).intro).not.toContain('Geänderte Angaben');
  });

  test('a cancellation names the lines without delivery details', () => {
    const cancelled = written(orderFacts({ kind: { kind: 'cancellation' }, version: 2 }));
    expect(cancelled.title).toBe('Bestellstornierung PO-000042');
    expect(cancelled).toMatchObject({ panels: [], terms: [], advance: null });
    expect(cancelled.groups[0]?.rows).toHaveLength(1);
  });
});

describe('PROC-37 two letters with the same content', () => {
  test('compares amounts by value', () => {
    const stored = content([{ ...first, quantity: '3.000', price_netto: '12.35000000', tax: '19' }, second]);
    expect(isSameContent(stored, content([first, second]))).toBe(true);
  });

  test('compares lines, their order and the head', () => {
    const before = content([first, second]);
    expect(isSameContent(before, content([second, first]))).toBe(false);
    expect(isSameContent(before, content([first]))).toBe(false);
    expect(isSameContent(before, content([first, second], { notes: 'Tor 3' }))).toBe(false);
  });
});
