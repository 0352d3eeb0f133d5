import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { act, completeForm, type Document, on, refused, run } from './requests.ts';

let demo: DemoApi;
let requester: Caller;

beforeAll(async () => {
  demo = await demoApi();
  requester = await demo.person('requester@demo.test');
}, 120_000);
afterAll(() => demo.close());

const assignee = async ({ timeline }: Document): Promise<Caller> => {
  const email = timeline.timeline_entries[timeline.current_entry_no]?.lb_user?.email;
  return await demo.person(email ?? '');
};

/** An order with two suppliers, two lines of them from the first. */
async function ordered(): Promise<Document> {
  const { supplier, product_group } = await requester.get<{
    supplier: readonly { id: number }[];
    product_group: readonly { id: number }[];
  }>('{ supplier(limit: 2, order_by: { id: asc }) { id } product_group(limit: 1) { id } }');
  const [first, second] = supplier.map(({ id }) => id);
  const line = (description: string, supplier_id: number | undefined) => ({
    ...{
      description,
      supplier_id,
      quantity: '4',
      unit: 'Stück',
      price_mode: 'net',
      price_netto: '10',
      tax: '19',
    },
    product_group_id: product_group[0]?.id,
  });
  const lines = [line('Bohrer', first), line('Kabel', second), line('Fräser', first)];
  const draft = await run(requester, 'save', { head: await completeForm(requester), lines });
  let document = await act(requester, 'submit', draft);
  while (document.status === 'approval') document = await act(await assignee(document), 'approve', document);
  const buyer = await assignee(document);
  for (const id of [first, second])
    document = await act(buyer, 'confirm_order', document, { supplier_id: id });
  return await act(buyer, 'complete_order', document);
}

it('PROC-18 DATA-30 deliveries of two suppliers get two numbers, each with its own delivery note', async () => {
  const document = await ordered();
  const receiver = await assignee(document);
  const [bohrer, kabel, fraeser] = document.procurement_lines;
  const receipts = document.procurement_lines.map(({ id }) => ({ procurement_line_id: id, quantity: '3' }));
  const deliveries = [
    { supplier_id: bohrer?.supplier_id, delivery_note_number: 'A-100', delivery_note_date: '2026-11-20' },
    { supplier_id: kabel?.supplier_id, delivery_note_number: 'B-7' },
  ];
  const booked = await act(receiver, 'receive', document, { receipts, deliveries, comment: 'Karton offen' });
  expect(booked.procurement_lines.map((line) => line.quantity_received)).toEqual([3, 3, 3]);

  const { goods_receipt: rows } = await receiver.get<{ goods_receipt: readonly Record<string, unknown>[] }>(
    `query ($id: bigint!) { goods_receipt(where: { procurement_id: { _eq: $id } }, order_by: { procurement_line_id: asc }) {
       procurement_line_id number_formatted delivery_note_number delivery_note_date comment } }`,
    { id: document.id },
  );
  const [one, two, three] = rows;
  expect(one?.number_formatted).toBe(three?.number_formatted);
  expect(one?.number_formatted).not.toBe(two?.number_formatted);
  expect(
    rows.map((row) => [row.procurement_line_id, row.delivery_note_number, row.delivery_note_date]),
  ).toEqual([
    [bohrer?.id, 'A-100', '2026-11-20'],
    [kabel?.id, 'B-7', null],
    [fraeser?.id, 'A-100', '2026-11-20'],
  ]);
  // Each booking has an entry with its number, lines and delivery note.
  const entries = booked.timeline.timeline_entries.filter(({ type }) => type === 'product-received');
  expect(entries.map(({ message_values, comment }) => [message_values, comment])).toEqual([
    [{ lines: 2, note: 'A-100', number: one?.number_formatted }, 'Karton offen'],
    [{ lines: 1, note: 'B-7', number: two?.number_formatted }, null],
  ]);
  const digits = entries.map(({ message_values }) => Number(String(message_values?.number).slice(3)));
  expect((digits[1] ?? 0) - (digits[0] ?? 0)).toBe(1);
});

it('PROC-18 refuses a delivery note of a supplier without booked goods, and a photo of another document', async () => {
  const document = await ordered();
  const receiver = await assignee(document);
  const [bohrer, kabel] = document.procurement_lines;
  const receipts = [{ procurement_line_id: bohrer?.id, quantity: '1' }];
  const of = (supplier_id: unknown, more: object = {}) =>
    on(document, { receipts, deliveries: [{ supplier_id, delivery_note_number: 'X', ...more }] });
  expect((await refused(receiver, 'receive', of(kabel?.supplier_id))).problems).toEqual([
    expect.objectContaining({ field: 'deliveries.0.supplier_id', code: 'check_violation' }),
  ]);
  const strange = of(bohrer?.supplier_id, { file_id: crypto.randomUUID() });
  expect(await refused(receiver, 'receive', strange)).toMatchObject({
    code: 'foreign_key_violation',
    field: 'deliveries.0.file_id',
  });
  await run(receiver, 'receive', of(bohrer?.supplier_id));
});

it('PROC-42 goods go back to the supplier after completion, and the order counts the remaining quantity', async () => {
  const document = await ordered();
  const receiver = await assignee(document);
  const receipts = document.procurement_lines.map(({ id }) => ({ procurement_line_id: id, quantity: '4' }));
  const booked = await act(receiver, 'receive', document, { receipts });
  const done = await act(receiver, 'finish_delivery', booked);
  expect(done.status).toBe('completed');
  const { goods_receipt: rows } = await receiver.get<{
    goods_receipt: readonly { id: number; procurement_line_id: number }[];
  }>(
    'query ($id: bigint!) { goods_receipt(where: { procurement_id: { _eq: $id } }) { id procurement_line_id } }',
    {
      id: document.id,
    },
  );
  const [first] = rows;
  const back = {
    procurement_line_id: first?.procurement_line_id,
    quantity: '-3',
    reason: 'gebrochen',
    reverses_id: first?.id,
  };
  const returned = await act(receiver, 'return_goods', done, { receipts: [back] });
  expect(returned.status).toBe('completed');
  expect(
    returned.procurement_lines.find(({ id }) => id === first?.procurement_line_id)?.quantity_received,
  ).toBe(1);
  const [counted] = await demo.db.sql<{ net: string }>(
    'select sum(net) as net from budget_amount where procurement_id = $1',
    [document.id],
  );
  expect(Number(counted?.net)).toBe(90);
});

it('PROC-42 a company accepts more than ordered up to its percentage, and the order stays editable', async () => {
  const document = await ordered();
  const receiver = await assignee(document);
  const [line] = document.procurement_lines;
  await demo.db.sql(
    'update client set over_delivery_percent = 25 where id = (select client_id from procurement where id = $1)',
    [document.id],
  );
  const receive = (quantity: string) =>
    on(document, { receipts: [{ procurement_line_id: line?.id, quantity }] });
  expect((await refused(receiver, 'receive', receive('5.001'))).problems).toMatchObject([
    { code: 'quantity_exceeds_missing' },
  ]);
  const booked = await run(receiver, 'receive', receive('5'));
  expect(booked.procurement_lines[0]?.quantity_received).toBe(5);
  const unclear = await act(receiver, 'send_to_clearing', booked, { comment: 'Eine mehr.' });
  const lines = unclear.procurement_lines.map(({ id }) => ({ id }));
  const saved = await act(await assignee(unclear), 'save', unclear, { head: { notes: 'eine mehr' }, lines });
  expect(saved.procurement_lines[0]?.quantity).toBe(4);
});
