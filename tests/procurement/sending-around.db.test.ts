import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebCaller } from '../support/demo-web.ts';
import { act, load, on, refused } from './requests.ts';
import { SendingSetup } from './sending-setup.ts';

describe('cancellations and calls besides the commands', () => {
  let setup: SendingSetup;

  beforeAll(async () => {
    setup = await SendingSetup.open();
  });
  afterAll(() => setup.close());
  beforeEach(() => setup.startServer());
  afterEach(() => setup.stopServer());

  it('TASK-08 cancelling a request before its order is sent sends nothing', async () => {
    const { document } = await setup.sending();
    await setup.demo.web.sql('update client set can_delete_document_directly = true');
    await act(setup.buyer, 'cancel', document);
    expect((await setup.work(document)).state).toBe('cancelled');
    expect(setup.server.mails).toHaveLength(0);
  });

  it('TASK-08 suppliers with the order get a cancellation on request', async () => {
    const { document, supplier } = await setup.sending();
    await setup.work(document);
    const sent = (await load(setup.buyer, document.id)) ?? document;
    await setup.demo.web.sql('update client set can_delete_document_directly = true');
    expect(
      await refused(setup.buyer, 'cancel', on(sent, { notify_supplier_ids: [supplier + 1000] })),
    ).toMatchObject({ code: 'not_found', field: 'notify_supplier_ids' });
    const cancelled = await act(setup.buyer, 'cancel', sent, { notify_supplier_ids: [supplier] });
    expect((await setup.orderOf(document)).state).toBe('sending');
    expect((await setup.work(cancelled)).state).toBe('cancelled');
    const { job_id } = await setup.orderOf(document);
    await setup.demo.web.sql("update job set state = 'queued' where id = $1", [job_id]);
    await setup.work(cancelled);
    const [, cancellation, ...others] = await setup.mailsOf(document);
    expect(cancellation).toMatchObject({ state: 'sent', recipient: 'verkauf@lieferant.example' });
    expect(others).toEqual([]);
    expect(setup.server.mails).toHaveLength(2);
    expect(setup.server.mails[1]).toContain('Bestellstornierung');
  });

  it('API-33 the REST calls run the same commands with the same refusals', async () => {
    const { document, supplier } = await setup.approved();
    const call = (who: WebCaller, action: string, payload: object) =>
      who.send({ method: 'POST', url: `/api/procurement/${document.id}/${action}`, payload });
    expect((await call(setup.requester, 'send', { supplier_id: supplier })).json()).toMatchObject({
      code: 'not_assignee',
    });
    expect((await call(setup.buyer, 'send', {})).json()).toMatchObject({ code: 'validation_failed' });
    expect((await call(setup.buyer, 'send', { supplier_id: supplier, recipient: 'x' })).json()).toMatchObject(
      {
        code: 'invalid_type',
        fields: { recipient: 'invalid_type' },
      },
    );
    const stale = { supplier_id: supplier, expected_version: 1 };
    expect((await call(setup.buyer, 'send', stale)).json()).toMatchObject({ code: 'timeline_changed' });
    const sent = (await call(setup.buyer, 'send', { supplier_id: supplier, channel: 'email' })).json();
    expect(sent).toMatchObject({ success: true, state: 'sending' });
    expect(sent.job_id).toEqual(expect.any(Number));
    await setup.work(document);
    const confirmed = await call(setup.buyer, 'confirm', { supplier_id: supplier, confirmation_no: 'AB-7' });
    expect(confirmed.json()).toMatchObject({ success: true, state: 'confirmed' });
  });

  it('PROC-17 the dialog proposes address, subject and text in the supplier’s language', async () => {
    const { document, supplier } = await setup.approved();
    await setup.demo.web.sql("update supplier set order_language = 'it' where id = $1", [supplier]);
    const query =
      'query ($id: bigint!, $supplier: bigint!) { procurement_order_mail(id: $id, supplier_id: $supplier) }';
    const { procurement_order_mail: mail } = await setup.buyer.get<{
      procurement_order_mail: Record<string, string>;
    }>(query, {
      id: document.id,
      supplier,
    });
    expect(mail.language).toBe('it');
    expect(mail.subject).toContain(document.order_number_formatted);
    expect(mail.text).toContain('Buongiorno');
    await setup.demo.web.sql('update supplier set order_language = null where id = $1', [supplier]);
    expect(await setup.buyer.refusal(query, { id: document.id + 100_000, supplier })).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('PROC-38 people without prices send them only to the supplier', () => {
  let setup: SendingSetup;

  beforeAll(async () => {
    setup = await SendingSetup.open({ withoutPrices: true });
  });
  afterAll(() => setup.close());
  beforeEach(() => setup.startServer());
  afterEach(() => setup.stopServer());

  it('the order goes only to the address of the supplier’s record', async () => {
    const { document, supplier } = await setup.approved();
    const own = { supplier_id: supplier, recipient: 'buyer@demo.test' };
    expect(await refused(setup.buyer, 'send_order', on(document, own))).toMatchObject({
      code: 'permission_denied',
      field: 'recipient',
    });
    await setup.demo.web.sql("update supplier set email = 'verkauf@lieferant.example' where id = $1", [
      supplier,
    ]);
    const his = { supplier_id: supplier, recipient: ' Verkauf@Lieferant.example' };
    const sending = await act(setup.buyer, 'send_order', document, his);
    await setup.work(sending);
    expect(setup.server.mails).toHaveLength(1);
  });

  it('is not sent to the address used before by a person with prices either', async () => {
    const { document, supplier } = await setup.approved();
    await setup.demo.web.sql("update supplier set email = 'verkauf@lieferant.example' where id = $1", [
      supplier,
    ]);
    const sending = await act(setup.buyer, 'send_order', document, { supplier_id: supplier });
    await setup.work(sending);
    await setup.demo.web.sql(
      "update procurement_order_letter set recipient = 'buyer@demo.test' where procurement_id = $1",
      [document.id],
    );
    const { procurement_order_mail: mail } = await setup.buyer.get<{
      procurement_order_mail: { recipient: string };
    }>(
      'query ($id: bigint!, $supplier: bigint!) { procurement_order_mail(id: $id, supplier_id: $supplier) }',
      { id: document.id, supplier },
    );
    expect(mail.recipient).toBe('verkauf@lieferant.example');
  });
});
