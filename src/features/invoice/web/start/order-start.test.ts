import { expect, test } from 'vitest';
import { draftOfOrder, type OrderStart } from './order-start.ts';

const hoffmann = { id: 5, name: 'Hoffmann SE' };
const order: OrderStart = {
  id: 57,
  number: 'PO-000057',
  name: 'Messschieber',
  currency: 'CZK',
  client: null,
  department: { id: 2, name: 'Werkstatt' },
  cost_center: { id: 7, number: '4100', name: 'Werkstatt' },
  ledger_account: { id: 9, number: '4985', name: 'Werkzeug' },
  procurement_lines: [{ supplier: hoffmann }, { supplier: null }, { supplier: hoffmann }],
};

test('PROC-20 an invoice for an order takes over the data of the order', () => {
  expect(draftOfOrder(order).head).toMatchObject({
    procurement: { id: 57, number: 'PO-000057' },
    supplier: hoffmann,
    currency: 'CZK',
    department: order.department,
    cost_center: order.cost_center,
    ledger_account: order.ledger_account,
    total_brutto: '0',
  });
});

test('PROC-20 no supplier is preset if the order has several', () => {
  const lines = [{ supplier: hoffmann }, { supplier: { id: 6, name: 'Würth' } }];
  expect(draftOfOrder({ ...order, procurement_lines: lines }).head.supplier).toBeNull();
});
