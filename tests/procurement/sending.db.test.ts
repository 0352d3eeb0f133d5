import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorker } from '../../src/app/server/worker.ts';
import { sha256Of } from '../../src/platform/server/files/files.ts';
import { inDepth } from '../support/depth.ts';
import { todayInSql } from '../support/today.ts';
import { eventually, testConfiguration } from '../support/web.ts';
import { act, type Document, load, on, refused } from './requests.ts';
import { mailFrom, publicUrl, SendingSetup } from './sending-setup.ts';

describe('sending orders', () => {
  let setup: SendingSetup;

  beforeAll(async () => {
    setup = await SendingSetup.open();
  });
  afterAll(() => setup.close());
  beforeEach(() => setup.startServer());
  afterEach(() => setup.stopServer());

  it('PROC-17 MAIL-04 MOB-05 the supplier gets the order as PDF with the address of its receipt, and the request records that', async () => {
    const { document } = await setup.sending();
    expect((await setup.orderOf(document)).state).toBe('sending');
    expect(await setup.sentEntries(document)).toEqual([]);
    expect(await setup.work(document)).toMatchObject({
      state: 'sent',
      sent_by_id: String(setup.buyer.context.userId),
    });

    expect(setup.server.mails).toHaveLength(1);
    const raw = setup.server.mails[0] ?? '';
    const [sender] = await setup.demo.web.sql<{ email: string }>(
      'select u.email from lb_user u where u.id = $1',
      [setup.buyer.context.userId],
    );
    const [company] = await setup.demo.web.sql<{ name: string }>(
      'select coalesce(c.billing_name, c.name) as name from client c join procurement p on p.client_id = c.id where p.id = $1',
      [document.id],
    );
    // The supplier knows the ordering company, not the name of its tenant.
    expect(raw).toContain(`From: ${company?.name}`);
    expect(raw).toMatch(/^To: verkauf@lieferant\.example\r$/m);
    expect(raw).toMatch(new RegExp(`^Reply-To: ${sender?.email}\\r$`, 'm'));
    expect(raw).toContain(document.order_number_formatted ?? '-');
    expect(raw).toContain('Content-Type: application/pdf');
    const [mail] = await setup.mailsOf(document);
    for (const body of [mail?.text_body, mail?.html_body])
      expect(body, 'MOB-05').toContain(`https://kontor.example/receive/${document.id}`);
    const order = await setup.orderOf(document);
    expect(raw).toContain(`Message-ID: <order.${setup.buyer.context.tenantId}.${order.id}.1@kontor.example>`);

    const [entry] = await setup.sentEntries(document);
    expect(entry).toMatchObject({ status: 'system', lb_user: { email: sender?.email } });
    expect(await setup.jobOf(document)).toMatchObject({ state: 'done', result: { state: 'sent' } });
    await act(setup.buyer, 'complete_order', (await load(setup.buyer, document.id)) ?? document);
  });

  it('ARC-01 ARC-02 ROLE-07 the letter is kept byte for byte for six years, for readers with prices, and cannot be removed', async () => {
    const { document } = await setup.sending();
    await setup.work(document);
    const [file] = await setup.demo.web.sql<{ id: string; name: string; years: string }>(
      `select id, name, extract(year from retain_until) - extract(year from ${todayInSql}) as years
       from file where procurement_id = $1 and received_by = 'order'`,
      [document.id],
    );
    expect(Number(file?.years)).toBe(6);
    const { body, status } = await setup.buyer.send({ method: 'GET', url: `/api/file/${file?.id}` });
    expect(status).toBe(200);
    expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    const attached =
      /application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(setup.server.mails[0] ?? '')?.[1] ?? '';
    expect(Buffer.from(attached, 'base64').equals(body)).toBe(true);
    expect((await setup.buyer.send({ method: 'DELETE', url: `/api/file/${file?.id}` })).status).toBe(403);

    await setup.demo.web.sql(
      `insert into lb_user (tenant_id, email, name, roles) values ($1, 'ohne-preise@stage.demo.test', 'Ohne Preise', '{user-see-all-orders}')`,
      [setup.buyer.context.tenantId],
    );
    const withoutPrices = await setup.demo.person('ohne-preise@stage.demo.test');
    expect(await load(withoutPrices, document.id).catch(() => 'refused')).not.toBeNull();
    expect((await withoutPrices.send({ method: 'GET', url: `/api/file/${file?.id}` })).status).toBe(404);
    const ticket = { method: 'POST', url: '/api/ticket', payload: { file_id: file?.id } } as const;
    expect((await withoutPrices.send(ticket)).status).toBe(404);
  });

  it('ARC-01 the sent mail is kept byte for byte, among the documents of the order', async () => {
    const { document } = await setup.sending();
    await setup.work(document);
    const shown = await setup.demo.web.sql<{ id: string; years: string; size: number; sha256: Buffer }>(
      `select f.id, f.size, f.sha256, extract(year from f.retain_until) - extract(year from ${todayInSql}) as years
       from document_file d join file f on f.id = d.file_id
       where d.procurement_id = $1 and f.received_by = 'mail' and f.mime = 'message/rfc822'`,
      [document.id],
    );
    expect(shown).toHaveLength(1);
    const [mail] = shown;
    expect(Number(mail?.years)).toBe(6);
    const { body } = await setup.buyer.send({ method: 'GET', url: `/api/file/${mail?.id}` });
    expect(body.toString('latin1').trimEnd()).toBe((setup.server.mails[0] ?? '').trimEnd());
    expect(sha256Of(body).equals(mail?.sha256 ?? Buffer.alloc(0))).toBe(true);
    expect((await setup.buyer.send({ method: 'DELETE', url: `/api/file/${mail?.id}` })).status).toBe(403);
    await expect(
      setup.demo.web.sql("update file_chunk set bytes = 'x' where file_id = $1", [mail?.id]),
    ).rejects.toMatchObject({ code: '55000' });
  });

  it('ARC-01 unsent mails are not shown, and a later attempt sends the same bytes', async () => {
    const { document } = await setup.sending();
    const mailed = async () =>
      await setup.demo.web.sql<{ file_id: string; shown: boolean }>(
        `select m.file_id, exists (select from document_file d where d.file_id = m.file_id) as shown
         from mail m where m.procurement_id = $1`,
        [document.id],
      );
    await setup.stopServer();
    await setup.work(document).catch(() => {});
    const [before] = await mailed();
    expect(before).toMatchObject({ file_id: expect.any(String), shown: false });
    await setup.startServer();
    await setup.work(document);
    expect(await mailed()).toEqual([{ ...before, shown: true }]);
  });

  it('PROC-17 a person may write the mail text, which cannot forge headers', async () => {
    const { document } = await setup.sending({
      subject: 'Dringend\r\nBcc: evil@example.com',
      text: 'Bitte <b>heute</b>.',
    });
    await setup.work(document);
    const [head = ''] = (setup.server.mails[0] ?? '').split('\r\n\r\n');
    expect(head).toMatch(/^Subject: Dringend Bcc: evil@example\.com\r?$/m);
    expect(head).not.toMatch(/^Bcc:/m);
    const [mail] = await setup.mailsOf(document);
    expect(mail?.html_body).toContain('<p>Bitte &lt;b&gt;heute&lt;/b&gt;.</p>');
  });

  it('PROC-17 a missing or invalid supplier address is refused with the field', async () => {
    const { document, supplier } = await setup.approved();
    const [before] = await setup.demo.web.sql<{ email: string }>('select email from supplier where id = $1', [
      supplier,
    ]);
    await setup.demo.web.sql('update supplier set email = null where id = $1', [supplier]);
    expect(await refused(setup.buyer, 'send_order', on(document, { supplier_id: supplier }))).toMatchObject({
      code: 'specific_field_required',
      field: 'recipient',
    });
    for (const recipient of ['a@b.example, c@d.example', 'niemand', 'a@b.example\r\nBcc: x@y.example']) {
      expect(
        await refused(setup.buyer, 'send_order', on(document, { supplier_id: supplier, recipient })),
      ).toMatchObject({ code: 'invalid_type', field: 'recipient' });
    }
    expect((await load(setup.buyer, document.id))?.timeline.content_version).toBe(
      document.timeline.content_version,
    );
    await setup.demo.web.sql('update supplier set email = $2 where id = $1', [supplier, before?.email]);
    await act(setup.buyer, 'send_order', document, { supplier_id: supplier });
    await setup.work(document);
    expect((await setup.mailsOf(document))[0]?.recipient).toBe(before?.email.toLowerCase());
  });

  it('DATA-31 TASK-11 while an order is being sent, it can be neither sent again nor completed', async () => {
    const { document, supplier } = await setup.sending();
    expect(await refused(setup.buyer, 'complete_order', on(document))).toMatchObject({
      code: 'still_sending',
    });
    expect(await refused(setup.buyer, 'send_order', on(document, { supplier_id: supplier }))).toMatchObject({
      code: 'still_sending',
    });
    await setup.work(document);
    const sent = (await load(setup.buyer, document.id)) ?? document;
    expect(await refused(setup.buyer, 'send_order', on(sent, { supplier_id: supplier }))).toMatchObject({
      code: 'step_not_possible',
    });
  });

  it('PROC-17 a repeated job and two simultaneous workers send one mail', async () => {
    const { document } = await setup.sending();
    await Promise.all([setup.work(document), setup.work(document)]);
    await setup.demo.web.sql("update job set state = 'queued' where id = $1", [
      (await setup.orderOf(document)).job_id,
    ]);
    await setup.work(document);
    expect(setup.server.mails).toHaveLength(1);
    expect(await setup.mailsOf(document)).toHaveLength(1);
    expect(
      await setup.demo.web.sql("select from file where procurement_id = $1 and received_by = 'order'", [
        document.id,
      ]),
    ).toHaveLength(1);
    expect((await setup.orderOf(document)).state).toBe('sent');
  });

  it('MAIL-04 JOB-01 fails the order after six attempts at an unavailable mail server', async () => {
    const { document, supplier } = await setup.sending();
    setup.server.script({ RCPT: '451 later' });
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await setup.work(document)).state).toBe('sending');
      setup.demo.web.clock.forward(30 * 60_000);
    }
    expect((await setup.work(document)).state).toBe('failed');
    expect(await setup.mailsOf(document)).toMatchObject([{ state: 'failed', attempts: 6 }]);
    expect(await setup.jobOf(document)).toMatchObject({ state: 'done', result: { state: 'failed' } });
    expect(await setup.sentEntries(document)).toEqual([]);

    setup.server.script({});
    const failed = (await load(setup.buyer, document.id)) ?? document;
    expect(await refused(setup.buyer, 'complete_order', on(failed))).toMatchObject({
      code: 'order_not_completed',
    });
    await act(setup.buyer, 'send_order', failed, {
      supplier_id: supplier,
      recipient: 'neu@lieferant.example',
    });
    expect((await setup.work(document)).state).toBe('sent');
    expect(setup.server.mails).toHaveLength(1);
    const [first, second] = await setup.mailsOf(document);
    expect(second).toMatchObject({
      state: 'sent',
      recipient: 'neu@lieferant.example',
      message_id: first?.message_id,
    });
  });

  it('MAIL-04 fails the order at once if the mail server refuses permanently', async () => {
    const { document } = await setup.sending();
    setup.server.script({ RCPT: '550 no such person' });
    expect((await setup.work(document)).state).toBe('failed');
    expect(await setup.mailsOf(document)).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });

  it('MAIL-04 the orderer gets one mail if the order was not sent, or perhaps not', async () => {
    const before = (await setup.warnings()).length;
    const endings = [
      { script: { RCPT: '550 no such person' }, subject: 'wurde nicht gesendet', reason: 'no such person' },
      { script: { '.': 'hang up' }, subject: 'Versand ungewiss', reason: 'Bitte fragen Sie nach' },
    ];
    for (const { script, subject, reason } of endings) {
      const { document } = await setup.sending();
      setup.server.script(script);
      await setup.work(document);
      await setup.demo.web.sql("update job set state = 'queued' where id = $1", [
        (await setup.orderOf(document)).job_id,
      ]);
      await setup.work(document);
      const reported = (await setup.warnings()).filter((mail) =>
        mail.subject.startsWith(`${document.order_number_formatted}: Bestellung an `),
      );
      expect(reported).toHaveLength(1);
      expect(reported[0]?.subject).toContain(subject);
      expect(reported[0]?.text_body).toContain(reason);
      expect(reported[0]?.text_body).toContain(`${publicUrl}/procurement/form?id=${document.id}`);
    }
    expect(await setup.warnings()).toHaveLength(before + endings.length);
  });

  it('PROC-17 a connection lost after the mail leaves the order uncertain; a person sends it again or confirms it', async () => {
    const { document, supplier } = await setup.sending();
    setup.server.script({ '.': 'hang up' });
    expect((await setup.work(document)).state).toBe('uncertain');
    const uncertain = (await load(setup.buyer, document.id)) ?? document;
    expect(await refused(setup.buyer, 'complete_order', on(uncertain))).toMatchObject({
      code: 'order_uncertain',
    });

    setup.server.script({});
    const input = { supplier_id: supplier };
    const asked = await refused(setup.buyer, 'send_order', on(uncertain, input));
    expect(asked.confirm?.code).toBe('order_uncertain');
    const again = await act(setup.buyer, 'send_order', uncertain, {
      ...input,
      confirmations: [asked.confirm?.hash],
    });
    expect((await setup.work(again)).state).toBe('sent');
    expect(setup.server.mails).toHaveLength(1);
    expect(await setup.sentEntries(document)).toHaveLength(1);
    const sentAgain = await setup.demo.web.sql(
      "select created_by_id from timeline_entry where procurement_id = $1 and message_code = 'order_uncertain'",
      [document.id],
    );
    expect(sentAgain).toEqual([{ created_by_id: String(setup.buyer.context.userId) }]);
  });

  it('PROC-17 JOB-05 a process that dies during the mail dialog leaves the order uncertain', async () => {
    const { document } = await setup.sending();
    void setup.work(document, setup.dyingTransport);
    await eventually(async () => ((await setup.mayHaveLeft(document, 0)) ? true : undefined));
    // Another worker takes over the job.
    expect((await setup.work(document)).state).toBe('uncertain');
    expect(setup.server.mails).toHaveLength(0);
  });

  it('PROC-17 a process that dies after the mail server accepted the order records it as sent later', async () => {
    const { document } = await setup.sending();
    await setup.work(document);
    // Simulates a process that died before the last transaction.
    const order = await setup.orderOf(document);
    await setup.demo.web.sql(
      "update procurement_supplier_order set state = 'sending', sent_at = null where id = $1",
      [order.id],
    );
    await setup.demo.web.sql("update job set state = 'running' where id = $1", [order.job_id]);
    expect((await setup.work(document)).state).toBe('sent');
    expect(setup.server.mails).toHaveLength(1);
  });

  it('JOB-05 an abandoned attempt fails the order, or leaves it uncertain', async () => {
    const outcomes: string[] = [];
    for (const state of [null, 'queued', 'sending', 'sent']) {
      const { document } = await setup.sending();
      const { job_id, id } = await setup.orderOf(document);
      if (state !== null) {
        await setup.demo.web.sql(
          `insert into mail (tenant_id, message_id, kind, recipient, subject, state, procurement_id, job_id, supplier_order_id)
           values ($1, 'x', 'order', 'a@b.example', 'x', $2, $3, $4, $5)`,
          [setup.buyer.context.tenantId, state, document.id, job_id, id],
        );
      }
      await setup.demo.web.sql('update job set attempts = 20 where id = $1', [job_id]);
      outcomes.push((await setup.work(document)).state);
      expect((await setup.jobOf(document)).state).toBe('failed');
    }
    expect(outcomes).toEqual(['failed', 'failed', 'uncertain', 'sent']);
    expect(setup.server.mails).toHaveLength(0);
  });

  it('LOCK-05 a claimed request is written later, and the mail is sent once', async () => {
    const { document } = await setup.sending();
    const [timeline] = await setup.demo.web.sql<{ timeline_id: string }>(
      'select timeline_id from procurement where id = $1',
      [document.id],
    );
    await setup.demo.web.sql(
      `insert into record_lock (tenant_id, table_name, foreign_id, locked_by_id, locked_at)
       values ($1, 'timeline', $2, $3, now())`,
      [setup.buyer.context.tenantId, timeline?.timeline_id, setup.requester.context.userId],
    );
    expect((await setup.work(document)).state).toBe('sending');
    await setup.demo.web.sql('delete from record_lock');
    expect((await setup.work(document)).state).toBe('sent');
    expect(setup.server.mails).toHaveLength(1);
  });

  it('JOB-01 PROC-17 two real workers send each of several orders once', async () => {
    const documents: Document[] = [];
    for (let each = 0; each < inDepth(4, 10); each += 1) documents.push((await setup.sending()).document);
    const { ownerUrl, database, clock, log } = setup.demo.web;
    const { secretKey } = testConfiguration;
    const configuration = { publicUrl, smtpUrl: setup.server.url, mailFrom, secretKey };
    const start = () => openWorker({ configuration, ownerUrl, database, log: log.log, clock });
    const workers = await Promise.all([start(), start()]);
    try {
      for (const document of documents) {
        await eventually(async () => ((await setup.orderOf(document)).state === 'sent' ? true : undefined));
      }
      await delay(200);
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
    for (const document of documents) {
      const { id } = await setup.orderOf(document);
      expect(
        setup.server.mails.filter((raw) => raw.includes(`<order.${setup.buyer.context.tenantId}.${id}.1@`)),
      ).toHaveLength(1);
    }
  });

  it('MAIL-05 PROC-17 administrators are told of an order that did not leave when its sender gets no mails any more', async () => {
    const { document } = await setup.sending();
    setup.server.script({ RCPT: '550 no such person' });
    const before = (await setup.warnings()).length;
    // Ends the sessions of the buyer, so this is the last test.
    await setup.demo.web.sql('update lb_user set blocked = true where id = $1', [setup.buyer.context.userId]);
    await setup.work(document);
    expect(await setup.warnings()).toHaveLength(before);
    const told = await setup.demo.web.sql(
      "select recipient from mail where kind = 'warning' and subject like $1",
      [`${document.order_number_formatted}: %`],
    );
    expect(told).toEqual([{ recipient: 'admin@demo.test' }]);
  });
});
