import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyDraft, type InvoiceDraft, newLine } from '../../src/features/invoice/web/draft.ts';
import { type OrderRow, ordersQuery } from '../../src/features/invoice/web/orders/orders.ts';
import type { InvoiceOrders } from '../../src/features/invoice/web/orders/use-orders.ts';
import { type ContractRow, contractQuery } from '../../src/features/invoice/web/sources/contracts.ts';
import { FromContract } from '../../src/features/invoice/web/sources/FromContract.tsx';
import { FromOrder } from '../../src/features/invoice/web/sources/FromOrder.tsx';
import { FromReading } from '../../src/features/invoice/web/sources/FromReading.tsx';
import type { TakeLinesDialogProps } from '../../src/features/invoice/web/sources/TakeLinesDialog.tsx';
import type { InvoiceForm } from '../../src/features/invoice/web/use-invoice-form.ts';
import { emptyReading, read } from '../support/readings.ts';
import { htmlOf, showTexts } from '../support/rendered.tsx';

/** The props of the opened dialog; its portal is not rendered without a browser. */
let opened: TakeLinesDialogProps | undefined;
vi.mock('../../src/features/invoice/web/sources/TakeLinesDialog.tsx', () => ({
  TakeLinesDialog: (props: TakeLinesDialogProps) => {
    opened = props;
    return null;
  },
}));

const named = (id: number, name: string) => ({ id, name, number: `${id}` });
const orderLine = {
  ...{ item_number: 'A-1', unit: 'Stück', quantity_received: 4, price_netto: 95, price_unit: 1, tax: 19 },
  ...{ total_netto: 380, cost_center: null, ledger_account: named(4, 'Bürobedarf') },
} as const;
const order: OrderRow = {
  ...{ id: 7, number: 'PO-000007', name: 'Messuhren', status: 'ordered', currency: 'EUR', open_value: 190 },
  ...{ payment_in_advance: false, client_id: 1, department: named(2, 'Werkstatt') },
  ...{ cost_center: named(3, 'Montage'), ledger_account: null },
  procurement_lines: [
    { ...orderLine, kind: 'item', id: 71, description: 'Messuhr', quantity: 4, invoiced_quantity: 3 },
    { ...orderLine, kind: 'item', id: 72, description: 'Stativ', quantity: 2, invoiced_quantity: 2 },
  ],
};
const contract: ContractRow = {
  ...{
    id: 9,
    number: 'CT-000009',
    name: 'Wartung',
    currency: 'EUR',
    department: null,
    ledger_account: named(4, 'Bürobedarf'),
  },
  cost_center: named(3, 'Montage'),
  contract_lines: [
    { id: 91, name: 'Wartung Kran', item_number: null, quantity: 2, tax: 19, total: 100 },
    { id: 92, name: 'Notdienst', item_number: 'N', quantity: null, tax: 7, total: 30 },
  ],
};
const present = { ...newLine('present'), description: 'Fracht', total_netto: '5' };

const readLine = {
  ...{
    lineId: null,
    parentLineId: null,
    articleNumber: null,
    description: read('Schrauben'),
    unitCode: null,
  },
  ...{ quantity: read('10'), unitNetPrice: read('2'), unitGrossPrice: null, priceBaseQuantity: null },
  ...{ taxPercent: read('19'), category: null, lineNet: read('20.00') },
};
const readTax = { category: read('S'), ratePercent: read('19'), basis: read('20.00'), tax: read('3.80') };

let draft: InvoiceDraft;

/** Opens a dialog for an invoice with a filled and a blank line. */
async function open(
  dialog: (form: InvoiceForm) => ReactNode,
  head: Partial<InvoiceDraft['head']>,
): Promise<void> {
  draft = {
    head: { ...emptyDraft.head, supplier: named(5, 'Messtechnik'), client: null, ...head },
    lines: [],
  };
  draft = { ...draft, lines: [present, newLine('blank')] };
  const change = (next: (now: InvoiceDraft) => InvoiceDraft) => {
    draft = next(draft);
  };
  const form = { document: null, editor: { draft, change }, saving: { forgetProblems: () => {} } };
  await showTexts();
  const client = new QueryClient();
  client.setQueryData(ordersQuery({ orderIds: [7], lineIds: [], supplierId: 5, clientId: 0 }).queryKey, {
    orders: [order],
    tolerances: {} as never,
  });
  client.setQueryData(contractQuery(9).queryKey, contract);
  htmlOf(dialog(form as unknown as InvoiceForm), client);
}

/** The offered lines, and whether each is proposed. */
const offered = () => opened?.lines.map(({ name, isProposed }) => [name, isProposed]);
const names = () => draft.lines.map(({ description }) => description);

beforeEach(() => {
  opened = undefined;
});

describe('INV-02 INV-03 an invoice adopts lines', () => {
  const close = () => {};

  test('from an order, whose open lines are proposed with open quantity and accounting', async () => {
    await open((form) => <FromOrder form={form} onClose={close} />, { procurement: named(7, 'Messuhren') });
    expect(offered()).toEqual([
      ['Messuhr', true],
      ['Stativ', false],
    ]);
    opened?.onTake(new Set(['71']), false);
    expect(names()).toEqual(['Fracht', 'Messuhr']);
    expect(draft.lines[1]).toMatchObject({
      ...{ procurement_line_id: 71, quantity: '1', unit_net_price: '95', total_netto: '95.00' },
      ...{ tax_percentage: '19', cost_center: { name: 'Montage' }, ledger_account: { name: 'Bürobedarf' } },
    });
    expect(draft.head).toMatchObject({
      procurement: { id: 7 },
      department: { id: 2 },
      cost_center: { id: 3 },
    });
  });

  test('replacing existing lines only on request', async () => {
    await open((form) => <FromOrder form={form} onClose={close} />, { procurement: named(7, 'Messuhren') });
    expect(opened?.hasLines).toBe(true);
    opened?.onTake(new Set(['71', '72']), true);
    expect(names()).toEqual(['Messuhr', 'Stativ']);
  });

  test('from its linked contract without losing filled fields', async () => {
    const own = named(8, 'Verwaltung');
    await open((form) => <FromContract form={form} onClose={close} />, {
      ...{ contract: named(9, 'Wartung'), cost_center: own },
    });
    expect(offered()).toEqual([
      ['Wartung Kran', true],
      ['Notdienst', true],
    ]);
    opened?.onTake(new Set(['91']), false);
    expect(names()).toEqual(['Fracht', 'Wartung Kran']);
    expect(draft.lines[1]).toMatchObject({
      quantity: '2',
      unit_net_price: '50.00000000',
      total_netto: '100',
    });
    expect(draft.head).toMatchObject({ contract: { id: 9 }, cost_center: own, ledger_account: { id: 4 } });
  });

  test('from the reading of the document, with the stated taxes', async () => {
    const reading = { ...emptyReading(), lines: [readLine], taxRows: [readTax] };
    const orders = { lines: [] } as unknown as InvoiceOrders;
    await open((form) => <FromReading form={form} reading={reading} orders={orders} onClose={close} />, {});
    expect(offered()).toEqual([['Schrauben', true]]);
    opened?.onTake(new Set(['0']), true);
    expect(names()).toEqual(['Schrauben']);
    expect(draft.lines[0]).toMatchObject({
      quantity: '10',
      unit_net_price: '2.00000000',
      total_netto: '20.00',
    });
    expect(draft.head.tax_rows).toMatchObject([{ tax_category: 'S', net: '20.00', tax: '3.80' }]);
  });
});
