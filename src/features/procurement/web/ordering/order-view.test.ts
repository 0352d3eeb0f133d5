import { describe, expect, it } from 'vitest';
import type { ConfirmationRow, ConfirmedLineRow, ProcurementDocument } from '../document.ts';
import { shownOrders } from './order-view.ts';

const line = {
  id: 1,
  description: 'Aktenordner',
  supplier: { id: 7, name: 'Papier AG', delivery_in_days: null },
  marketplace_id: null,
  quantity: 10,
  price_netto: 12.5,
  price_brutto: 14.88,
  price_mode: 'net',
  delivery_date: null,
};

const confirmed: ConfirmedLineRow = {
  id: 3,
  procurement_line_id: 1,
  quantity: 8,
  price: 12.5,
  delivery_date: null,
  description: 'Ordner, breit',
  ordered_quantity: 9,
  ordered_price: 12.35,
  ordered_delivery_date: '2099-06-01',
};

function shown(
  row: Partial<ConfirmationRow>,
  lines: readonly object[] = [line],
  total_netto: number | null = 125,
) {
  const document = {
    total_netto,
    delivery_date: '2099-06-15',
    currency: 'EUR',
    procurement_lines: lines,
    order_blocks: [{ supplier_id: 7, marketplace_id: null, supplier_order_id: 5, state: 'sent' }],
    procurement_supplier_orders: [
      {
        id: 5,
        supplier: { id: 7, name: 'Papier AG' },
        procurement_order_letters: [],
        order_confirmations: [
          { id: 4, accepted_at: null, order_confirmation_lines: [confirmed], ...row } as ConfirmationRow,
        ],
      },
    ],
  } as unknown as ProcurementDocument;
  return shownOrders(document)[0]?.confirmations[0];
}

describe('PROC-36 a deviating confirmation', () => {
  const accepted = { accepted_at: '2099-01-01T00:00:00Z', difference_count: 2 };

  it('is compared with the current order until it is accepted', () => {
    expect(shown({ difference_count: 2 })?.differences).toMatchObject([
      { name: 'Aktenordner', field: 'quantity', ordered: { quantity: '10' }, confirmed: { quantity: '8' } },
    ]);
  });

  it('keeps its accepted deviations after later changes of the order', () => {
    const kept = [
      { name: 'Ordner, breit', field: 'quantity', ordered: { quantity: '9' } },
      { name: 'Ordner, breit', field: 'price', ordered: { price: '12.35' }, confirmed: { price: '12.5' } },
    ];
    expect(shown(accepted)?.differences).toMatchObject(kept);
    // The line is removed from the order.
    expect(
      shown({ ...accepted, order_confirmation_lines: [{ ...confirmed, procurement_line_id: null }] }, [])
        ?.differences,
    ).toMatchObject(kept);
  });

  it('ROLE-07 counts hidden price deviations for people without prices', () => {
    const priceless = [{ ...line, quantity: 8, price_netto: null, price_brutto: null }];
    const hidden = { ...confirmed, ordered_quantity: 8, price: null, ordered_price: null };
    const row = { difference_count: 1, order_confirmation_lines: [hidden] };
    expect(shown({ ...accepted, ...row }, priceless, null)).toMatchObject({
      count: 1,
      differences: [],
      hasHidden: true,
    });
    expect(shown(row, priceless, null)).toMatchObject({
      count: 1,
      hasHidden: true,
      differences: [],
      isUndecided: true,
    });
    // The visible quantity and the hidden price deviate.
    const both = { ...row, difference_count: 2, order_confirmation_lines: [{ ...hidden, quantity: 7 }] };
    expect(shown(both, priceless, null)).toMatchObject({
      count: 2,
      hasHidden: true,
      differences: [{ field: 'quantity' }],
    });
  });
});
