import { describe, expect, test } from 'vitest';
import { draft, line } from '../../../tests/support/procurement-situation.ts';
import { isRefusal } from '../../base/refusal.ts';
import type { Notice, NoticedPortion } from '../punchout/notice.ts';
import type { LetterKind, LetterState, Procurement, ProcurementLine, SupplierOrder } from './model.ts';
import { orderContent } from './order-letters.ts';
import { recordedNotice } from './shop-notice.ts';
import { isOnItsWayToShop, ordersMeant, ordersToCancelAtShops } from './shop-orders.ts';

const shop = { supplier_id: 7, marketplace_id: 3 };
const bought = (details: Partial<ProcurementLine> = {}) =>
  line({ id: 1, marketplace_id: 3, punchout_cart_id: 5, ...details });

/** A request with one order at a shop and these letters. */
function withOrder(
  lines: readonly ProcurementLine[],
  details: Partial<SupplierOrder> = {},
  letters: readonly (readonly [LetterKind, LetterState])[] = [['order', 'sent']],
): Procurement {
  const document = draft(lines);
  const content = orderContent(document, shop);
  const order: SupplierOrder = {
    ...{ id: 9, ...shop, state: 'sent', channel: 'cxml' },
    letters: letters.map(([kind, state], place) => ({
      ...{ id: place + 1, kind, state, version: 1, change_no: null, failure: null, failure_reason: null },
      ...{ channel: 'cxml', content },
    })),
    ...{ undecided_confirmation_id: null, undecided_lines: [], agreed_prices: [] },
    ...details,
  };
  return { ...document, orders: [order] };
}
const without = (document: Procurement): Procurement => ({ ...document, lines: [] });
const count = (document: Procurement, ends = false) => ordersToCancelAtShops(document, ends).length;

describe('TASK-08 TASK-14 orders to cancel at shops', () => {
  test('include all outstanding orders if the request ends, else those without lines', () => {
    expect(count(withOrder([bought()]))).toBe(0);
    expect(count(withOrder([bought()]), true)).toBe(1);
    expect(count(without(withOrder([bought()])))).toBe(1);
  });

  test('exclude received, mailed and unsent orders', () => {
    expect(count(withOrder([bought({ quantity_received: '10' })]), true)).toBe(0);
    expect(count(withOrder([bought({ quantity_received: '9' })]), true)).toBe(1);
    expect(count(withOrder([bought()], { channel: 'email' }), true)).toBe(0);
    expect(count(withOrder([bought()], { state: 'failed' }, [['order', 'failed']]), true)).toBe(0);
    expect(
      count(
        withOrder([bought()], { state: 'cancelled' }, [
          ['order', 'sent'],
          ['cancellation', 'sent'],
        ]),
        true,
      ),
    ).toBe(0);
  });

  test('exclude cancellations being sent or uncertain, which a person decides', () => {
    const underWay = withOrder([bought()], { state: 'sending' }, [
      ['order', 'sent'],
      ['cancellation', 'sending'],
    ]);
    expect([count(underWay, true), isOnItsWayToShop(underWay)]).toEqual([0, true]);
    const unknown = withOrder([bought()], { state: 'uncertain' }, [
      ['order', 'sent'],
      ['cancellation', 'uncertain'],
    ]);
    expect(count(unknown, true)).toBe(0);
    expect(count(withOrder([bought()], { state: 'uncertain' }, [['order', 'uncertain']]), true)).toBe(1);
    expect(
      count(
        withOrder([bought()], { state: 'failed' }, [
          ['order', 'sent'],
          ['cancellation', 'failed'],
        ]),
        true,
      ),
    ).toBe(1);
  });

  test('PUN-11 a status may apply to one marketplace or to lines', () => {
    const document = withOrder([bought(), line({ id: 2 })]);
    expect(ordersMeant(document, {})).toMatchObject([shop]);
    expect(ordersMeant(document, { marketplace_id: 3, lines: [{ procurement_line_id: 1 }] })).toMatchObject([
      shop,
    ]);
    expect(ordersMeant(document, { marketplace_id: 4 })).toMatchObject({
      code: 'not_found',
      field: 'marketplace_id',
    });
    // The second line came from no marketplace.
    expect(ordersMeant(document, { lines: [{ procurement_line_id: 2 }] })).toMatchObject({
      code: 'not_found',
    });
  });
});

const portion = (line_number: number, details: Partial<NoticedPortion> = {}): NoticedPortion => ({
  ...{ line_number, quantity: '10', price: null, price_unit: null, currency: null },
  ...{ delivery_date: null, state: 'accepted' },
  ...details,
});
const notice = (details: Partial<Notice> = {}): Notice => ({
  ...{
    kind: 'confirmation',
    payload_id: '1',
    from: null,
    sender: null,
    number: null,
    noticed_on: null,
    rest: null,
  },
  ...{ is_withdrawn: false, carrier: null, tracking_numbers: [], comment: null, status: null, orders: [] },
  ...details,
});

function recorded(document: Procurement, reported: Notice, portions: readonly NoticedPortion[] = []) {
  const [order] = document.orders;
  if (!order) throw new Error('there is no order');
  return recordedNotice(document, order, reported, { order_number: null, order_payload: null, portions });
}

function linesOf(...given: Parameters<typeof recorded>) {
  const answer = recorded(...given);
  if (answer === null || isRefusal(answer)) throw new Error(answer?.code ?? 'nothing is said');
  return answer.lines;
}

describe('PUN-10 recorded notices of a shop', () => {
  const two = () => withOrder([bought(), bought({ id: 2, sort_no: 2, price_unit: '100' })]);

  test('PRICE-06 a price is converted to the price unit of the line', () => {
    const named = [
      portion(1, { price: '9.5' }),
      portion(2, { price: '12', price_unit: '1000', currency: 'EUR' }),
    ];
    expect(linesOf(two(), notice(), named)).toMatchObject([
      { procurement_line_id: 1, quantity: '10', price: '9.50000000' },
      { procurement_line_id: 2, price: '1.20000000' },
    ]);
    const foreign = [portion(1, { price: '9.5', currency: 'USD' })];
    expect(recorded(two(), notice(), foreign)).toMatchObject({
      code: 'punchout_currency_differs',
      values: { currency: 'USD', expected: 'EUR' },
    });
  });

  test('lines not named are accepted, rejected or left out', () => {
    const taken = linesOf(two(), notice({ rest: 'accepted' }), [portion(2, { quantity: '3' })]);
    expect(taken.map(({ quantity }) => quantity)).toEqual(['10', '3']);
    expect(linesOf(two(), notice({ rest: 'rejected' })).map(({ quantity }) => quantity)).toEqual(['0', '0']);
    expect(linesOf(two(), notice(), [portion(2)])).toHaveLength(1);
    expect(recorded(two(), notice())).toBeNull();
  });

  test('skips removed lines and refuses unknown ones', () => {
    const document = two();
    const left = { ...document, lines: document.lines.slice(1) };
    expect(linesOf(left, notice({ rest: 'accepted' }), [portion(1)])).toMatchObject([
      { procurement_line_id: 2 },
    ]);
    for (const number of [0, 3])
      expect(recorded(document, notice(), [portion(number)])).toMatchObject({ code: 'not_found' });
    expect(recorded(without(document), notice({ rest: 'accepted' }))).toBeNull();
  });

  test('PUN-17 a ship notice of a whole line sets its delivery date and keeps undecided values', () => {
    const before = { procurement_line_id: 1, quantity: '9', price: '8', delivery_date: '2025-07-01' };
    const [order] = two().orders;
    const document = { ...two(), orders: [{ ...(order as SupplierOrder), undecided_lines: [before] }] };
    const shipped = notice({ kind: 'ship_notice' });
    expect(linesOf(document, shipped, [portion(1, { delivery_date: '2025-06-20' })])).toEqual([
      { ...before, delivery_date: '2025-06-20' },
    ]);
    expect(
      recorded(document, shipped, [portion(1, { delivery_date: '2025-06-20', quantity: '1' })]),
    ).toBeNull();
    expect(linesOf(document, shipped, [portion(1)])).toEqual([before]);
    expect(linesOf(document, shipped, [portion(2)])).toMatchObject([before, { procurement_line_id: 2 }]);
    expect(recorded(document, notice({ kind: 'ship_notice', is_withdrawn: true }), [portion(1)])).toBeNull();
  });
});
