import type { ComponentProps, ReactNode } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { LineRow, ProcurementDocument } from '../../src/features/procurement/web/document.ts';
import { ConfirmedLine } from '../../src/features/procurement/web/ordering/ConfirmedLine.tsx';
import { Difference, DifferenceList } from '../../src/features/procurement/web/ordering/OrderTrail.tsx';
import type { ShownDifference, ShownOrder } from '../../src/features/procurement/web/ordering/order-view.ts';
import { RecordConfirmationDialog } from '../../src/features/procurement/web/ordering/RecordConfirmationDialog.tsx';
import { propsOf } from '../support/elements-in-tree.ts';
import { htmlOf, showTexts } from '../support/rendered.tsx';

vi.mock('../../src/document/web/commands.ts', () => ({ commandMutation: () => '', hasCommand: () => true }));

beforeAll(() => showTexts());

const lines = Array.from({ length: 500 }, (_, place) => ({
  ...{ id: place + 1, kind: 'item', description: `Artikel ${place + 1}`, item_number: null, unit: 'Stk' },
  ...{ quantity: 10, price_netto: 5, price_brutto: null, price_mode: 'net', delivery_date: '2027-03-01' },
  confirmed_delivery_date: null,
})) as unknown as readonly LineRow[];
const document = { id: 7, delivery_date: null, currency: 'EUR' } as unknown as ProcurementDocument;
const order = {
  ...{ supplier: 'Osterkamp', lines, confirmations: [] },
  block: { supplier_id: 5, marketplace_id: null },
} as unknown as ShownOrder;

it('PROC-40 PROC-36 of 500 lines to confirm the dialog holds those in view, with their place among all', () => {
  let rows: readonly ComponentProps<typeof ConfirmedLine>[] = [];
  function Dialog(): ReactNode {
    const target = { id: 7, expected_version: 1 };
    const dialog = RecordConfirmationDialog({
      ...{ document, order, target },
      onDone: () => {},
      onClose: () => {},
    });
    rows = propsOf(dialog, ConfirmedLine, ['Lines', 'DrawnRows']);
    return null;
  }
  htmlOf(<Dialog />);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.length).toBeLessThan(60);
  expect(rows.map(({ line, place, count }) => [line.id, place, count])).toEqual(
    rows.map((_, place) => [place + 1, place, 500]),
  );
});

it('PROC-40 PROC-36 of 500 deviations of a confirmation the list holds those in view, with their place among all', () => {
  const differences = lines.map(({ id, description: name }) => ({
    ...{ key: `${id} quantity`, name, field: 'quantity' },
    ...{ ordered: { quantity: '10' }, confirmed: { quantity: '9' } },
  })) as unknown as readonly ShownDifference[];
  let rows: readonly ComponentProps<typeof Difference>[] = [];
  function List(): ReactNode {
    const list = DifferenceList({ confirmation: { differences, hasHidden: false } });
    rows = propsOf(list, Difference, ['DrawnRows']);
    return null;
  }
  htmlOf(<List />);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.length).toBeLessThan(100);
  expect(rows.map(({ difference, place, count }) => [difference.key, place, count])).toEqual(
    rows.map((_, place) => [`${place + 1} quantity`, place, 500]),
  );
});
