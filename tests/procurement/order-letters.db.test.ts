import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebCaller } from '../support/demo-web.ts';
import { eventually } from '../support/web.ts';
import { act, catalogueLines, type Document, load, on, refused, run } from './requests.ts';
import { SendingSetup } from './sending-setup.ts';

interface Letter {
  readonly kind: string;
  readonly version: number;
  readonly change_no: number | null;
  readonly state: string;
  readonly failure: string | null;
  readonly failure_reason: string | null;
  readonly channel: string;
  readonly file_id: string | null;
  readonly recipient: string | null;
}

describe('changes and cancellations after sending', () => {
  let setup: SendingSetup;
  /** May change orders; changes beyond the approval are approved again (APPR-18). */
  let buyer: WebCaller;

  beforeAll(async () => {
    setup = await SendingSetup.open({ buyerRole: 'user-change-order' });
    buyer = setup.buyer;
  });
  afterAll(() => setup.close());
  beforeEach(() => setup.startServer());
  afterEach(() => setup.stopServer());

  const now = async (document: Document) => (await load(buyer, document.id)) ?? document;
  const lettersOf = ({ id }: Document) =>
    setup.demo.web.sql<Letter>(
      'select * from procurement_order_letter where procurement_id = $1 order by id',
      [id],
    );
  const blocksOf = async ({ id }: Document) =>
    (
      await buyer.get<{ procurement_by_pk: { order_blocks: Record<string, unknown>[] } }>(
        `query ($id: bigint!) { procurement_by_pk(id: $id) {
           order_blocks { supplier_id marketplace_id supplier_order_id state letter_due } } }`,
        { id },
      )
    ).procurement_by_pk.order_blocks;

  /** The lines, each with the same change. */
  async function changed(document: Document, change: Record<string, unknown>): Promise<Document> {
    const present = await now(document);
    const lines = present.procurement_lines.map(({ id }) => ({ id, ...change }));
    return await setup.approvedBy(await run(buyer, 'save', on(present, { lines })));
  }

  /** The order was sent to its only supplier. */
  async function ordered(): Promise<{ document: Document; supplier: number }> {
    const { document, supplier } = await setup.sending();
    expect((await setup.work(document)).state).toBe('sent');
    return { document: await now(document), supplier };
  }

  /** Moves all lines to another supplier, so that the first has nothing to deliver. */
  async function givenToAnother(document: Document, supplier: number): Promise<number> {
    const [other] = await setup.demo.web.sql<{ id: string }>(
      'select id from supplier where tenant_id = $1 and id <> $2 order by id limit 1',
      [buyer.context.tenantId, supplier],
    );
    await changed(document, { supplier_id: Number(other?.id) });
    return Number(other?.id);
  }

  it('PROC-37 TASK-11 a change after sending is a letter of its own, with PDF, version and history', async () => {
    const { document, supplier } = await ordered();
    const edited = await changed(document, { quantity: '5' });
    expect(await blocksOf(document)).toMatchObject([
      { supplier_id: supplier, state: 'sent', letter_due: 'change' },
    ]);
    expect(await refused(buyer, 'complete_order', on(edited))).toMatchObject({ code: 'order_not_completed' });

    const sending = await act(buyer, 'send_order', edited, { supplier_id: supplier });
    expect((await setup.work(sending)).state).toBe('sent');
    const [first, second] = await lettersOf(document);
    expect(first).toMatchObject({ kind: 'order', version: 1, change_no: null, state: 'sent' });
    expect(second).toMatchObject({ kind: 'change', version: 2, change_no: 1, state: 'sent' });
    // The change goes to the recipient of the order, with its own file name.
    expect(second?.recipient).toBe('verkauf@lieferant.example');
    const [order, change] = await setup.mailsOf(document);
    expect(change?.message_id).not.toBe(order?.message_id);
    const raw = setup.server.mails[1] ?? '';
    expect(raw).toContain(`Bestell=C3=A4nderung_1_zu_${document.order_number_formatted}`);

    // Both PDFs are stored as sent (ARC-01).
    const files = [first?.file_id, second?.file_id];
    const bodies = await Promise.all(
      files.map(async (id) => (await buyer.send({ method: 'GET', url: `/api/file/${id}` })).body),
    );
    expect(bodies.map((body) => body.subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-']);
    expect(bodies[0]?.equals(bodies[1] ?? Buffer.alloc(0))).toBe(false);
    expect(await blocksOf(document)).toMatchObject([{ state: 'sent', letter_due: null }]);
    const entries = await setup.sentEntries(document);
    expect(entries).toHaveLength(2);
    await act(buyer, 'complete_order', await now(document));
  });

  it('PROC-37 changes that do not concern the supplier need no letter', async () => {
    const { document } = await ordered();
    const [account] = await setup.demo.web.sql<{ id: string }>(
      'select id from ledger_account where tenant_id = $1 order by number desc limit 1',
      [buyer.context.tenantId],
    );
    await changed(document, {
      ledger_account_id: Number(account?.id),
      confirmed_delivery_date: '2099-11-11',
    });
    expect(await blocksOf(document)).toMatchObject([{ letter_due: null }]);
    await changed(document, { delivery_date: '2099-10-10' });
    expect(await blocksOf(document)).toMatchObject([{ letter_due: 'change' }]);
  });

  it('PROC-37 a second change gets the next version; the first version stays unchanged', async () => {
    const { document, supplier } = await ordered();
    for (const quantity of ['5', '6']) {
      const sending = await act(buyer, 'send_order', await changed(document, { quantity }), {
        supplier_id: supplier,
      });
      await setup.work(sending);
    }
    expect(await lettersOf(document)).toMatchObject([
      { kind: 'order', version: 1 },
      { kind: 'change', version: 2, change_no: 1 },
      { kind: 'change', version: 3, change_no: 2 },
    ]);
  });

  it('PROC-37 a supplier without remaining lines gets a cancellation; then the rest can be completed', async () => {
    const { document, supplier } = await ordered();
    const other = await givenToAnother(document, supplier);
    expect(await blocksOf(document)).toMatchObject([
      { supplier_id: other, letter_due: 'order' },
      { supplier_id: supplier, state: 'sent', letter_due: 'cancellation' },
    ]);
    const reported = await act(buyer, 'confirm_order', await now(document), { supplier_id: other });
    expect(await refused(buyer, 'complete_order', on(reported))).toMatchObject({ values: { count: 1 } });

    const { procurement_order_mail: mail } = await buyer.get<{ procurement_order_mail: { subject: string } }>(
      'query ($id: bigint!, $supplier: bigint!) { procurement_order_mail(id: $id, supplier_id: $supplier) }',
      { id: document.id, supplier },
    );
    expect(mail.subject).toContain('Bestellstornierung');
    const sending = await act(buyer, 'send_order', reported, { supplier_id: supplier });
    const [order] = await setup.demo.web.sql<{ job_id: string }>(
      'select job_id from procurement_supplier_order where procurement_id = $1 and supplier_id = $2',
      [document.id, supplier],
    );
    await setup.runJob(order?.job_id);
    expect(await blocksOf(sending)).toMatchObject([
      { supplier_id: other, state: 'confirmed', letter_due: null },
    ]);
    expect(setup.server.mails[1]).toContain('Bestellstornierung');
    await act(buyer, 'complete_order', await now(document));
  });

  it('DATA-31 JOB-01 sends nothing if the lines were removed before the job ran, and records the reason', async () => {
    const { document, supplier } = await setup.sending();
    await givenToAnother(document, supplier);
    const [order] = await setup.demo.web.sql<{ job_id: string }>(
      'select job_id from procurement_supplier_order where procurement_id = $1',
      [document.id],
    );
    await setup.runJob(order?.job_id);
    expect(setup.server.mails).toHaveLength(0);
    expect(await lettersOf(document)).toMatchObject([{ state: 'failed', failure: 'order_changed' }]);
    expect((await setup.orderOf(document)).state).toBe('failed');
    // The supplier has received nothing, so that no cancellation is needed.
    expect(await blocksOf(document)).toHaveLength(1);
  });

  it('DATA-31 a quantity changed before the job ran is not sent unseen; the next attempt has the same version', async () => {
    const { document, supplier } = await setup.sending();
    await changed(document, { quantity: '7' });
    expect((await setup.work(document)).state).toBe('failed');
    expect(setup.server.mails).toHaveLength(0);
    await act(buyer, 'send_order', await now(document), { supplier_id: supplier });
    expect((await setup.work(document)).state).toBe('sent');
    expect(await lettersOf(document)).toMatchObject([
      { version: 1, state: 'failed', failure: 'order_changed' },
      { version: 1, state: 'sent', failure: null },
    ]);
  });

  it('PROC-43 an order is not sent after its supplier was deactivated', async () => {
    const { document, supplier } = await setup.sending();
    const activate = (isActive: boolean) =>
      setup.demo.web.sql('update supplier set active = $2 where id = $1', [supplier, isActive]);
    await activate(false);
    expect((await setup.work(document)).state).toBe('failed');
    expect(setup.server.mails).toHaveLength(0);
    expect(await lettersOf(document)).toMatchObject([{ state: 'failed', failure: 'order_not_ready' }]);
    await activate(true);
    await act(buyer, 'send_order', await now(document), { supplier_id: supplier });
    expect((await setup.work(document)).state).toBe('sent');
  });

  it('MAIL-04 a change refused by the mail server is reported with the server’s message and can be sent again', async () => {
    const { document, supplier } = await ordered();
    const edited = await changed(document, { quantity: '5' });
    setup.server.script({ RCPT: '550 no such person' });
    await act(buyer, 'send_order', edited, { supplier_id: supplier });
    expect((await setup.work(document)).state).toBe('failed');
    const [, letter] = await lettersOf(document);
    expect(letter).toMatchObject({ kind: 'change', state: 'failed', failure: 'mail_refused' });
    expect(letter?.failure_reason).toContain('no such person');
    setup.server.script({});
    await act(buyer, 'send_order', await now(document), { supplier_id: supplier });
    expect((await setup.work(document)).state).toBe('sent');
    expect((await lettersOf(document)).map(({ version, change_no }) => [version, change_no])).toEqual([
      [1, null],
      [2, 1],
      [2, 1],
    ]);
  });

  it('PROC-17 PROC-37 a process that dies while sending a change leaves it uncertain; a person decides', async () => {
    const { document, supplier } = await ordered();
    await act(buyer, 'send_order', await changed(document, { quantity: '5' }), { supplier_id: supplier });
    void setup.work(document, setup.dyingTransport);
    await eventually(async () => ((await setup.mayHaveLeft(document, 1)) ? true : undefined));
    expect((await setup.work(document)).state).toBe('uncertain');
    expect(setup.server.mails).toHaveLength(1);

    const uncertain = await now(document);
    expect(await refused(buyer, 'complete_order', on(uncertain))).toMatchObject({ code: 'order_uncertain' });
    const asked = await refused(buyer, 'send_order', on(uncertain, { supplier_id: supplier }));
    await act(buyer, 'send_order', uncertain, {
      supplier_id: supplier,
      confirmations: [asked.confirm?.hash],
    });
    expect((await setup.work(document)).state).toBe('sent');
    const [, first, second] = await setup.mailsOf(document);
    expect(second?.message_id).toBe(first?.message_id);
    expect(await lettersOf(document)).toMatchObject([
      { state: 'sent' },
      { state: 'uncertain', version: 2 },
      { state: 'sent', version: 2, change_no: 1 },
    ]);
  });

  it('PROC-37 reverting an uncertain change is still followed by a replacing letter', async () => {
    const { document, supplier } = await ordered();
    await act(buyer, 'send_order', await changed(document, { quantity: '5' }), { supplier_id: supplier });
    setup.server.script({ '.': 'hang up' });
    expect((await setup.work(document)).state).toBe('uncertain');
    setup.server.script({});
    await changed(document, { quantity: '2' });
    expect(await blocksOf(document)).toMatchObject([{ state: 'uncertain', letter_due: 'change' }]);
    const asked = await refused(buyer, 'send_order', on(await now(document), { supplier_id: supplier }));
    const confirmations = [asked.confirm?.hash];
    await act(buyer, 'send_order', await now(document), { supplier_id: supplier, confirmations });
    expect((await setup.work(document)).state).toBe('sent');
    // The supplier may have read version 2, so that this is the third.
    expect((await lettersOf(document)).map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(await blocksOf(document)).toMatchObject([{ letter_due: null }]);
  });

  it('PROC-17 a process that dies after the mail server accepted the change records it later, once', async () => {
    const { document, supplier } = await ordered();
    await act(buyer, 'send_order', await changed(document, { quantity: '5' }), { supplier_id: supplier });
    await setup.work(document);
    const order = await setup.orderOf(document);
    await setup.demo.web.sql("update procurement_supplier_order set state = 'sending' where id = $1", [
      order.id,
    ]);
    await setup.demo.web.sql(
      "update procurement_order_letter set state = 'sending' where supplier_order_id = $1 and version = 2",
      [order.id],
    );
    await setup.demo.web.sql("update job set state = 'running' where id = $1", [order.job_id]);
    expect((await setup.work(document)).state).toBe('sent');
    expect(setup.server.mails).toHaveLength(2);
    expect((await lettersOf(document)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('PROC-37 simultaneous and repeated calls send one change', async () => {
    const { document, supplier } = await ordered();
    const edited = await changed(document, { quantity: '5' });
    const input = on(edited, { supplier_id: supplier, idempotency_key: randomUUID() });
    const same = await Promise.all([run(buyer, 'send_order', input), run(buyer, 'send_order', input)]);
    expect(same.map(({ id }) => id)).toEqual([document.id, document.id]);
    expect(await refused(buyer, 'send_order', on(edited, { supplier_id: supplier }))).toMatchObject({
      code: 'timeline_changed',
    });
    await Promise.all([setup.work(document), setup.work(document)]);
    expect(setup.server.mails).toHaveLength(2);
    expect(await lettersOf(document)).toHaveLength(2);
  });

  it('TASK-13 a change reported by telephone is a version without a letter', async () => {
    const { document, supplier } = await ordered();
    const edited = await changed(document, { quantity: '5' });
    await act(buyer, 'confirm_order', edited, { supplier_id: supplier, confirmation_no: 'AB-2' });
    expect(await lettersOf(document)).toMatchObject([
      { version: 1, channel: 'email' },
      { version: 2, channel: 'manual', kind: 'change', change_no: 1, state: 'sent', file_id: null },
    ]);
    expect(await blocksOf(document)).toMatchObject([{ state: 'confirmed', letter_due: null }]);
    await act(buyer, 'complete_order', await now(document));
  });

  it('TASK-08 only the orderer can notify the supplier of a cancelled request later', async () => {
    const { document, supplier } = await ordered();
    await setup.demo.web.sql('update client set can_delete_document_directly = true');
    const cancelled = await act(buyer, 'cancel', document);
    expect(await blocksOf(cancelled)).toMatchObject([{ state: 'sent', letter_due: 'cancellation' }]);
    expect(
      await refused(setup.requester, 'send_order', on(cancelled, { supplier_id: supplier })),
    ).toMatchObject({
      code: 'not_assignee',
    });
    await act(buyer, 'send_order', cancelled, { supplier_id: supplier });
    expect((await setup.work(document)).state).toBe('cancelled');
    expect(await blocksOf(document)).toMatchObject([{ state: 'cancelled', letter_due: null }]);
    expect(
      await refused(buyer, 'send_order', on(await now(document), { supplier_id: supplier })),
    ).toMatchObject({
      code: 'step_not_possible',
    });
  });

  it('TASK-08 a pending change becomes unnecessary when the request is cancelled', async () => {
    const { document, supplier } = await ordered();
    await act(buyer, 'send_order', await changed(document, { quantity: '5' }), { supplier_id: supplier });
    const sending = await now(document);
    expect(await refused(buyer, 'cancel', on(sending, { notify_supplier_ids: [supplier] }))).toMatchObject({
      code: 'still_sending',
      field: 'notify_supplier_ids',
    });
    await act(buyer, 'cancel', sending);
    await setup.work(document);
    expect(await lettersOf(document)).toMatchObject([
      { state: 'sent' },
      { state: 'cancelled', failure: 'request_cancelled' },
    ]);
    expect(setup.server.mails).toHaveLength(1);
    expect(await blocksOf(document)).toMatchObject([{ state: 'sent', letter_due: 'cancellation' }]);
  });

  it('PROC-34 freight and surcharges of a supplier belong to that supplier’s order', async () => {
    const { document, supplier } = await ordered();
    const present = await now(document);
    const [product] = await catalogueLines(buyer, 1);
    const freight = {
      kind: 'freight',
      description: 'Fracht',
      quantity: '1',
      price_netto: '49.00',
      tax: product?.tax,
      supplier_id: supplier,
    };
    const lines = [...present.procurement_lines.map(({ id }) => ({ id })), freight];
    await run(buyer, 'save', on(present, { lines }));
    expect(await blocksOf(document)).toMatchObject([{ letter_due: 'change' }]);
  });
});
