import { type ComponentProps, type ReactNode, useRef } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { ProcurementDocument } from '../../src/features/procurement/web/document.ts';
import { ReceiptRow } from '../../src/features/procurement/web/receipt/ReceiptRow.tsx';
import { ReceiveDialog } from '../../src/features/procurement/web/receipt/ReceiveDialog.tsx';
import { propsOf } from '../support/elements-in-tree.ts';
import { htmlOf, showTexts } from '../support/rendered.tsx';

vi.mock('../../src/document/web/commands.ts', () => ({ commandMutation: () => '', hasCommand: () => true }));

beforeAll(() => showTexts());

const document = {
  ...{ id: 7, name: 'Werkzeug', order_number_formatted: 'PO-000007', draft_number_formatted: null },
  ...{ company: null, goods_receipts: [], procurement_supplier_orders: [], client: null },
  procurement_lines: Array.from({ length: 500 }, (_, place) => ({
    ...{ id: place + 1, kind: 'item', description: `Artikel ${place + 1}`, item_number: null, unit: 'Stk' },
    ...{ quantity: 10, quantity_received: 0, supplier: { id: 5, name: 'Osterkamp' }, marketplace_id: null },
  })),
} as unknown as ProcurementDocument;

type Row = ComponentProps<typeof ReceiptRow>;

/** The parts between the dialog and its rows, whose hooks become those of the caller. */
const between = ['SupplierSection', 'ReceiptLines', 'DrawnRows'];

it('PROC-40 of 500 lines to receive the dialog holds those in view, and a typed quantity renders one', () => {
  const rendered: (readonly Row[])[] = [];
  function Dialog(): ReactNode {
    const isTyped = useRef(false);
    const target = { id: 7, expected_version: 1 };
    const dialog = ReceiveDialog({ document, target, onDone: () => {}, onClose: () => {} });
    const rows = propsOf(dialog, ReceiptRow, between);
    rendered.push(rows);
    if (!isTyped.current) rows[0]?.onQuantity(3, '4');
    isTyped.current = true;
    return null;
  }
  htmlOf(<Dialog />);
  const [before = [], after = []] = rendered;
  expect(before.length).toBeGreaterThan(5);
  expect(before.length).toBeLessThan(60);
  const changed = after.filter((row, place) =>
    Object.entries(row).some(([name, value]) => !Object.is(Reflect.get(before[place] ?? {}, name), value)),
  );
  expect(changed.map(({ line, quantity }) => [line.row.id, quantity])).toEqual([[3, '4']]);
});
