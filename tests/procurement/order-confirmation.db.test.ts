import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listed } from '../../src/app/kinds.ts';
import { type FilterFacts, noFilter, whereOf } from '../../src/features/overview/filter.ts';
import { formOf, type WebCaller } from '../support/demo-web.ts';
import { pdf } from '../support/sample-files.ts';
import { act, type Document, load, on, refused, run } from './requests.ts';
import { SendingSetup } from './sending-setup.ts';

interface Confirmation {
  readonly id: number;
  readonly number: string | null;
  readonly file_id: string | null;
  readonly accepted_at: string | null;
  readonly accepted_by: { readonly id: number } | null;
  readonly difference_count: number;
  readonly order_confirmation_lines: readonly Readonly<Record<string, unknown>>[];
}

const numbersOf = (rows: readonly { readonly number_formatted: string }[]) =>
  rows.map((row) => row.number_formatted);

describe('supplier confirmations and goods receipts', () => {
  let setup: SendingSetup;
  let buyer: WebCaller;
  let receiver: WebCaller;

  beforeAll(async () => {
    setup = await SendingSetup.open();
    buyer = setup.buyer;
    receiver = setup.requester;
  });
  afterAll(() => setup.close());
  beforeEach(() => setup.startServer());
  afterEach(() => setup.stopServer());

  const now = async (document: Document) => (await load(buyer, document.id)) ?? document;

  async function ordered(): Promise<{ document: Document; supplier: number; line: number }> {
    const { document, supplier } = await setup.sending();
    await setup.work(document);
    return { document: await now(document), supplier, line: document.procurement_lines[0]?.id ?? 0 };
  }

  async function awaited() {
    const order = await ordered();
    return { ...order, document: await act(buyer, 'complete_order', order.document) };
  }

  async function uploaded(who: WebCaller, document: Document, name = 'AB-4711.pdf'): Promise<string> {
    const form = formOf({ kind: 'procurement', document: String(document.id) }, [{ name, bytes: pdf }]);
    return (await who.send({ url: '/api/file', ...form })).json<{ id: string }>().id;
  }

  async function stored({ id }: Document) {
    const { procurement_by_pk: document } = await buyer.get<{
      procurement_by_pk: {
        procurement_lines: readonly { confirmed_delivery_date: string | null; order_state: string }[];
        procurement_supplier_orders: readonly {
          state: string;
          order_confirmations: readonly Confirmation[];
        }[];
      };
    }>(
      `query ($id: bigint!) { procurement_by_pk(id: $id) {
         procurement_lines { confirmed_delivery_date order_state }
         procurement_supplier_orders { state order_confirmations(order_by: {id: asc}) {
           id number file_id accepted_at accepted_by { id } difference_count order_confirmation_lines {
             quantity price delivery_date description ordered_quantity ordered_price ordered_delivery_date } } } } }`,
      { id },
    );
    const [order] = document.procurement_supplier_orders;
    return { lines: document.procurement_lines, order, confirmations: order?.order_confirmations ?? [] };
  }

  /** Value, price and due letter of a request with one line. */
  async function priced({ id }: Document) {
    const { procurement_by_pk: found } = await buyer.get<{
      procurement_by_pk: {
        total_netto: number;
        procurement_lines: readonly { price_netto: number }[];
        order_blocks: readonly { letter_due: string | null }[];
      };
    }>(
      `query ($id: bigint!) { procurement_by_pk(id: $id) {
         total_netto procurement_lines { price_netto } order_blocks { letter_due } } }`,
      { id },
    );
    const [line] = found.procurement_lines;
    const [block] = found.order_blocks;
    return { total_netto: found.total_netto, price_netto: line?.price_netto, letter_due: block?.letter_due };
  }

  async function acceptAnyway(who: WebCaller, document: Document, supplier_id: number): Promise<Document> {
    const confirmations: string[] = [];
    for (;;) {
      try {
        return await act(who, 'accept_confirmation', document, { supplier_id, confirmations });
      } catch (failure) {
        const hash = (await refused(who, 'accept_confirmation', on(document, { supplier_id, confirmations })))
          .confirm?.hash;
        if (!hash || confirmations.includes(hash)) throw failure;
        confirmations.push(hash);
      }
    }
  }

  it('PROC-36 number, date, lines and file of a confirmation are stored; without deviations the order is confirmed', async () => {
    const { document, supplier, line } = await ordered();
    const file_id = await uploaded(buyer, document);
    await act(buyer, 'record_confirmation', document, {
      supplier_id: supplier,
      confirmation_no: 'AB-4711',
      confirmed_on: '2026-05-04',
      file_id,
      lines: [{ procurement_line_id: line, quantity: '2', delivery_date: '2099-12-30' }],
    });
    const { order, lines, confirmations } = await stored(document);
    expect(order?.state).toBe('confirmed');
    expect(confirmations).toMatchObject([
      { number: 'AB-4711', file_id, accepted_by: { id: buyer.context.userId } },
    ]);
    // PROC-35: the line shows the promised day.
    expect(lines).toEqual([{ confirmed_delivery_date: '2099-12-30', order_state: 'confirmed' }]);
  });

  it('PROC-36 deviations wait for acceptance by the orderer, even after the order step', async () => {
    const { document, supplier, line } = await awaited();
    const lines = [{ procurement_line_id: line, quantity: '1', price: '99.99', delivery_date: '2100-02-01' }];
    const differing = await act(buyer, 'record_confirmation', document, { supplier_id: supplier, lines });
    const before = await stored(document);
    expect(before.confirmations).toMatchObject([{ accepted_at: null }]);
    expect(before.lines[0]?.confirmed_delivery_date).toBe('2100-02-01');
    expect(before.order?.state).toBe('sent');

    const input = on(differing, { supplier_id: supplier, idempotency_key: randomUUID() });
    expect(await refused(receiver, 'accept_confirmation', input)).toMatchObject({ code: 'not_assignee' });
    await run(buyer, 'accept_confirmation', input);
    // Repeating the call does nothing; another call has nothing to accept.
    await run(buyer, 'accept_confirmation', input);
    expect(
      await refused(buyer, 'accept_confirmation', on(await now(document), { supplier_id: supplier })),
    ).toMatchObject({ code: 'step_not_possible' });
    const after = await stored(document);
    expect(after.confirmations).toMatchObject([{ accepted_by: { id: buyer.context.userId } }]);
    expect(after.order?.state).toBe('confirmed');
    // The confirmed price is now that of the order, so that no letter is due.
    expect(await priced(document)).toEqual({ total_netto: 199.98, price_netto: 99.99, letter_due: null });
  });

  it('PROC-36 TASK-07 an accepted increase raises the value, and needs a new approval beyond the tolerance', async () => {
    const { document, supplier, line } = await awaited();
    const { sql } = setup.demo.web;
    const before = Number((await now(document)).total_netto);
    const accept = async (price: string) => {
      const lines = [{ procurement_line_id: line, price }];
      await act(buyer, 'record_confirmation', await now(document), { supplier_id: supplier, lines });
      return await acceptAnyway(buyer, await now(document), supplier);
    };
    await sql('update client set price_tolerance_percent = 10');
    const slight = await accept(((before / 2) * 1.05).toFixed(2));
    expect(slight.status).toBe('ordered');
    const dear = await accept(before.toFixed(2));
    expect(dear).toMatchObject({ status: 'approval', total_netto: before * 2 });
  });

  it('PROC-36 an accepted deviation stays on record unchanged, even if the order changes and loses the line', async () => {
    const { document, supplier, line } = await awaited();
    const { sql } = setup.demo.web;
    const [agreed] = await sql<{ price_netto: string; description: string }>(
      'select price_netto, description from procurement_line where id = $1',
      [line],
    );
    const lines = [{ procurement_line_id: line, quantity: '1' }];
    await act(buyer, 'record_confirmation', document, { supplier_id: supplier, lines });
    const compared = { ordered_quantity: 2, ordered_price: Number(agreed?.price_netto) };
    expect((await stored(document)).confirmations).toMatchObject([
      { difference_count: 1, order_confirmation_lines: [compared] },
    ]);
    // The order changes before the acceptance, which applies to the new quantity.
    await sql('update procurement_line set quantity = 3 where id = $1', [line]);
    await act(buyer, 'accept_confirmation', await now(document), { supplier_id: supplier });
    await sql('update procurement_line set quantity = 5 where id = $1', [line]);
    await sql('delete from procurement_line where id = $1', [line]);
    expect((await stored(document)).confirmations).toMatchObject([
      {
        accepted_by: { id: buyer.context.userId },
        difference_count: 1,
        order_confirmation_lines: [
          { ...compared, ordered_quantity: 3, quantity: 1, description: agreed?.description },
        ],
      },
    ]);
  });

  it('PROC-36 a later confirmation replaces an unaccepted one', async () => {
    const { document, supplier, line } = await ordered();
    const record = async (quantity: string) =>
      act(buyer, 'record_confirmation', await now(document), {
        supplier_id: supplier,
        lines: [{ procurement_line_id: line, quantity }],
      });
    await record('1');
    await record('2');
    const { order, confirmations } = await stored(document);
    expect(confirmations).toHaveLength(2);
    expect(order?.state).toBe('confirmed');
    expect(
      await refused(buyer, 'accept_confirmation', on(await now(document), { supplier_id: supplier })),
    ).toMatchObject({ code: 'step_not_possible' });
  });

  it('API-39 simultaneous and repeated calls store one confirmation', async () => {
    const { document, supplier, line } = await ordered();
    const input = on(document, {
      supplier_id: supplier,
      lines: [{ procurement_line_id: line }],
      idempotency_key: randomUUID(),
    });
    await Promise.all([run(buyer, 'record_confirmation', input), run(buyer, 'record_confirmation', input)]);
    const late = { ...input, idempotency_key: randomUUID() };
    expect(await refused(buyer, 'record_confirmation', late)).toMatchObject({ code: 'timeline_changed' });
    expect((await stored(document)).confirmations).toHaveLength(1);
  });

  it('TECH-03 refuses files of other documents and unknown files', async () => {
    const { document, supplier, line } = await ordered();
    const other = await ordered();
    const foreign = await uploaded(buyer, other.document);
    for (const file_id of [foreign, randomUUID()]) {
      const input = { supplier_id: supplier, lines: [{ procurement_line_id: line }], file_id };
      expect(await refused(buyer, 'record_confirmation', on(document, input))).toMatchObject({
        code: 'foreign_key_violation',
        field: 'file_id',
      });
    }
    const wrongLine = { supplier_id: supplier, lines: [{ procurement_line_id: other.line }] };
    expect(await refused(buyer, 'record_confirmation', on(document, wrongLine))).toMatchObject({
      problems: [{ field: 'lines.0.procurement_line_id', code: 'not_found' }],
    });
  });

  it('DATA-30 PROC-18 a receipt stores delivery note, photo and location', async () => {
    const { document, line } = await awaited();
    const photo = await uploaded(receiver, document, 'Lieferschein.pdf');
    const [location] = await setup.demo.web.sql<{ id: string }>(
      "insert into location (tenant_id, name) values ($1, 'Halle 3, Regal 12') returning id",
      [buyer.context.tenantId],
    );
    await act(receiver, 'receive', document, {
      receipts: [{ procurement_line_id: line, quantity: '1' }],
      delivery_note_number: 'LS-88214',
      delivery_note_date: '2026-05-04',
      location_id: Number(location?.id),
      file_id: photo,
    });
    const { goods_receipt: receipts } = await receiver.get<{ goods_receipt: Record<string, unknown>[] }>(
      `query ($id: bigint!) { goods_receipt(where: {procurement_id: {_eq: $id}}) {
         number_formatted quantity delivery_note_number delivery_note_date file_id location { name } } }`,
      { id: document.id },
    );
    expect(receipts).toMatchObject([
      {
        quantity: 1,
        delivery_note_number: 'LS-88214',
        delivery_note_date: '2026-05-04',
        file_id: photo,
        location: { name: 'Halle 3, Regal 12' },
      },
    ]);
    const nowhere = { receipts: [{ procurement_line_id: line, quantity: '1' }], location_id: 99_999_999 };
    expect(await refused(receiver, 'receive', on(await now(document), nowhere))).toMatchObject({
      code: 'foreign_key_violation',
      field: 'location_id',
    });
  });

  it('PROC-18 DATA-30 simultaneous receipts book once; a wrong receipt is reversed under its own number', async () => {
    const { document, line } = await awaited();
    const all = (quantity: string) =>
      on(document, { receipts: [{ procurement_line_id: line, quantity }], idempotency_key: randomUUID() });
    const input = all('2');
    await Promise.all([run(receiver, 'receive', input), run(receiver, 'receive', input)]);
    expect(await refused(receiver, 'receive', all('2'))).toMatchObject({ code: 'timeline_changed' });
    expect((await now(document)).procurement_lines).toMatchObject([{ quantity_received: 2 }]);

    const booked = () =>
      setup.demo.web.sql<{ id: string; number_formatted: string }>(
        'select id, number_formatted from goods_receipt where procurement_id = $1 order by id',
        [document.id],
      );
    const reverses_id = Number((await booked())[0]?.id);
    const back = {
      receipts: [{ procurement_line_id: line, quantity: '-2', reason: 'Vertippt', reverses_id }],
    };
    // Of two simultaneous reversals one wins; a later one with the current version is refused as well.
    const before = await now(document);
    const attempts = await Promise.allSettled(
      [receiver, receiver].map((who) =>
        run(who, 'receive', on(before, { ...back, idempotency_key: randomUUID() })),
      ),
    );
    expect(attempts.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const corrected = await now(document);
    expect(corrected.procurement_lines).toMatchObject([{ quantity_received: 0 }]);
    const numbers = await booked();
    expect(new Set(numbers.map((row) => row.number_formatted)).size).toBe(2);

    // The goods arrive later; the reversed receipt stays reversed.
    await act(receiver, 'receive', corrected, { receipts: [{ procurement_line_id: line, quantity: '1' }] });
    const again = { ...back.receipts[0], quantity: '-1' };
    expect(await refused(receiver, 'receive', on(await now(document), { receipts: [again] }))).toMatchObject({
      problems: [{ field: 'receipts.0.quantity', code: 'number_out_of_range' }],
    });
    const remarks = (await now(document)).timeline.timeline_entries.filter(
      (entry) => entry.type === 'product-received',
    );
    const [first, counter, second] = numbersOf(await booked());
    expect(remarks.map((entry) => [entry.message_code, entry.message_values])).toEqual([
      ['receipt_booked', { lines: 1, number: first }],
      ['receipt_taken_back', { lines: 1, number: counter, bookings: first }],
      ['receipt_booked', { lines: 1, number: second }],
    ]);

    // TASK-12: missing quantities need a confirmation; afterwards nothing more is expected.
    const short = await now(document);
    const asked = await refused(receiver, 'finish_delivery', on(short));
    expect(asked.code).toBe('receipt_incomplete');
    const done = await act(receiver, 'finish_delivery', short, { confirmations: [asked.confirm?.hash] });
    expect(done.status).toBe('completed');
    expect(await refused(receiver, 'receive', on(done, back))).toMatchObject({ code: 'step_not_possible' });
  });

  it('PROC-35 lateness is measured by the confirmed day, else that of the line, else that of the order', async () => {
    const facts: FilterFacts = {
      userId: buyer.context.userId,
      persons: [buyer.context.userId],
      today: '2099-06-01',
      timeZone: 'Europe/Berlin',
      seesPrices: true,
      modules: ['procurement'],
      listed,
    };
    // The filter of the list "overdue deliveries".
    const where = whereOf('all', { ...noFilter, isOverdue: true }, facts);
    const late = async () =>
      (
        await buyer.get<{ document: readonly { id: number }[] }>(
          'query ($where: document_bool_exp!) { document(where: $where) { id } }',
          { where },
        )
      ).document.map(({ id }) => id);
    const { document, supplier, line } = await awaited();
    expect(await late()).not.toContain(document.id);
    const lines = [{ procurement_line_id: line, delivery_date: '2099-01-01' }];
    await act(buyer, 'record_confirmation', document, { supplier_id: supplier, lines });
    expect(await late()).toContain(document.id);
    const receipts = [{ procurement_line_id: line, quantity: '2' }];
    await act(receiver, 'receive', await now(document), { receipts });
    expect(await late()).not.toContain(document.id);
  });
});
