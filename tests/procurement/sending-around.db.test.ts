import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebCaller } from '../support/demo-web.ts';
import { act, load, on, refused } from './requests.ts';
import { SendingStage } from './sending-stage.ts';

describe('cancellations and calls besides the commands', () => {
  let stage: SendingStage;

  beforeAll(async () => {
    stage = await SendingStage.open();
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.startServer());
  afterEach(() => stage.stopServer());

  it('TASK-08 cancelling a request before its order is sent sends nothing', async () => {
    const { document } = await stage.sending();
    await stage.demo.web.sql('update client set can_delete_document_directly = true');
    await act(stage.buyer, 'cancel', document);
    expect((await stage.work(document)).state).toBe('cancelled');
    expect(stage.server.mails).toHaveLength(0);
  });

  it('TASK-08 suppliers with the order get a cancellation on request', async () => {
    const { document, supplier } = await stage.sending();
    await stage.work(document);
    const sent = (await load(stage.buyer, document.id)) ?? document;
    await stage.demo.web.sql('update client set can_delete_document_directly = true');
    expect(
      await refused(stage.buyer, 'cancel', on(sent, { notify_supplier_ids: [supplier + 1000] })),
    ).toMatchObject({ code: 'not_found', field: 'notify_supplier_ids' });
    const cancelled = await act(stage.buyer, 'cancel', sent, { notify_supplier_ids: [supplier] });
    expect((await stage.orderOf(document)).state).toBe('sending');
    expect((await stage.work(cancelled)).state).toBe('cancelled');
    const { job_id } = await stage.orderOf(document);
    await stage.demo.web.sql("update job set state = 'queued' where id = $1", [job_id]);
    await stage.work(cancelled);
    const [, cancellation, ...others] = await stage.mailsOf(document);
    expect(cancellation).toMatchObject({ state: 'sent', recipient: 'verkauf@lieferant.example' });
    expect(others).toEqual([]);
    expect(stage.server.mails).toHaveLength(2);
    expect(stage.server.mails[1]).toContain('Bestellstornierung');
  });

  it('API-33 the REST calls run the same commands with the same refusals', async () => {
    const { document, supplier } = await stage.approved();
    const call = (who: WebCaller, action: string, payload: object) =>
      who.send({ method: 'POST', url: `/api/procurement/${document.id}/${action}`, payload });
    expect((await call(stage.requester, 'send', { supplier_id: supplier })).json()).toMatchObject({
      code: 'not_assignee',
    });
    expect((await call(stage.buyer, 'send', {})).json()).toMatchObject({ code: 'validation_failed' });
    expect((await call(stage.buyer, 'send', { supplier_id: supplier, recipient: 'x' })).json()).toMatchObject(
      {
        code: 'invalid_type',
        fields: { recipient: 'invalid_type' },
      },
    );
    const stale = { supplier_id: supplier, expected_version: 1 };
    expect((await call(stage.buyer, 'send', stale)).json()).toMatchObject({ code: 'timeline_changed' });
    const sent = (await call(stage.buyer, 'send', { supplier_id: supplier, channel: 'email' })).json();
    expect(sent).toMatchObject({ success: true, state: 'sending' });
    expect(sent.job_id).toEqual(expect.any(Number));
    await stage.work(document);
    const confirmed = await call(stage.buyer, 'confirm', { supplier_id: supplier, confirmation_no: 'AB-7' });
    expect(confirmed.json()).toMatchObject({ success: true, state: 'confirmed' });
  });

  it('PROC-17 the dialog proposes address, subject and text in the supplier’s language', async () => {
    const { document, supplier } = await stage.approved();
    await stage.demo.web.sql("update supplier set order_language = 'it' where id = $1", [supplier]);
    const query =
      'query ($id: bigint!, $supplier: bigint!) { procurement_order_mail(id: $id, supplier_id: $supplier) }';
    const { procurement_order_mail: mail } = await stage.buyer.get<{
      procurement_order_mail: Record<string, string>;
    }>(query, {
      id: document.id,
      supplier,
    });
    expect(mail.language).toBe('it');
    expect(mail.subject).toContain(document.order_number_formatted);
    expect(mail.text).toContain('Buongiorno');
    await stage.demo.web.sql('update supplier set order_language = null where id = $1', [supplier]);
    expect(await stage.buyer.refusal(query, { id: document.id + 100_000, supplier })).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('PROC-38 people without prices send them only to the supplier', () => {
  let stage: SendingStage;

  beforeAll(async () => {
    stage = await SendingStage.open({ withoutPrices: true });
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.startServer());
  afterEach(() => stage.stopServer());

  it('the order goes only to the address of the supplier’s record', async () => {
    const { document, supplier } = await stage.approved();
    const own = { supplier_id: supplier, recipient: 'buyer@demo.test' };
    expect(await refused(stage.buyer, 'send_order', on(document, own))).toMatchObject({
      code: 'permission_denied',
      field: 'recipient',
    });
    await stage.demo.web.sql("update supplier set email = 'verkauf@lieferant.example' where id = $1", [
      supplier,
    ]);
    const his = { supplier_id: supplier, recipient: ' Verkauf@Lieferant.example' };
    const sending = await act(stage.buyer, 'send_order', document, his);
    await stage.work(sending);
    expect(stage.server.mails).toHaveLength(1);
  });

  it('is not sent to the address used before by a person with prices either', async () => {
    const { document, supplier } = await stage.approved();
    await stage.demo.web.sql("update supplier set email = 'verkauf@lieferant.example' where id = $1", [
      supplier,
    ]);
    const sending = await act(stage.buyer, 'send_order', document, { supplier_id: supplier });
    await stage.work(sending);
    await stage.demo.web.sql(
      "update procurement_order_letter set recipient = 'buyer@demo.test' where procurement_id = $1",
      [document.id],
    );
    const { procurement_order_mail: mail } = await stage.buyer.get<{
      procurement_order_mail: { recipient: string };
    }>(
      'query ($id: bigint!, $supplier: bigint!) { procurement_order_mail(id: $id, supplier_id: $supplier) }',
      { id: document.id, supplier },
    );
    expect(mail.recipient).toBe('verkauf@lieferant.example');
  });
});
