import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kinds } from '../../src/app/server/kinds.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { pdf, uploadOne } from '../support/intake.ts';
import { mailTokens } from '../support/web.ts';
import { act, checkable, costCenterOf, type Invoice, invoiceFields, save } from './invoices.ts';

const publicUrl = 'http://localhost:8080';
const bytes = pdf('Rechnung GP-4711');
const approver = 'approver1@demo.test';

let demo: DemoWeb;
let accountant: WebCaller;
let shown: { text: string; token: string };

beforeAll(async () => {
  demo = await demoWeb();
  accountant = await demo.person('accountant@demo.test');
  const { tenantId, userId } = accountant.context;
  for (const table of ['cost_center_approver', 'department_approver', 'supplier_approver', 'budget'])
    await demo.web.sql(`delete from ${table}`);
  await demo.web.sql(
    `insert into supplier_approver (tenant_id, supplier_id, lb_user_id) select s.tenant_id, s.id, u.id
     from supplier s join lb_user u on u.tenant_id = s.tenant_id and u.email = $2 where s.tenant_id = $1`,
    [tenantId, approver],
  );
  await demo.web.sql(
    `update client set min_approval = 1, user_invoice_manual_check_id = $2, user_invoice_clearing_id = $2
     where tenant_id = $1`,
    [tenantId, userId],
  );
  await demo.web.sql('update lb_user set approval_limit = null where email = $1', [approver]);
  shown = await mailOf(await waiting());
});
afterAll(() => demo.close());

/** An uploaded invoice that waits for its approval. */
async function waiting(): Promise<Invoice> {
  const id = await uploadOne(accountant, 'GP-4711.pdf', bytes);
  await accountant.send({ method: 'POST', url: `/api/invoice/${id}/recognition/skip`, payload: {} });
  const { tenantId } = accountant.context;
  const idOf = async (table: string) => {
    const found = await demo.web.sql<{ id: string }>(
      `select id from ${table} where tenant_id = $1 order by id limit 1`,
      [tenantId],
    );
    return Number(found[0]?.id);
  };
  const client_id = await idOf('client');
  const { invoice } = await accountant.get<{ invoice: readonly Invoice[] }>(
    `{ invoice(where: { id: { _eq: ${id} } }) { ${invoiceFields} } }`,
  );
  const version = invoice[0]?.timeline.content_version;
  await demo.web.sql('delete from notification');
  const head = {
    ...checkable,
    number_printed: 'GP-4711',
    supplier_id: await idOf('supplier'),
    client_id,
    cost_center_id: await costCenterOf(demo, tenantId, client_id),
    invoice_date: '2026-01-02',
    tax: '0',
    currency: 'EUR',
    total_brutto: '100.00',
  };
  return await act(accountant, 'to_approval', await save(accountant, { id, version, head }));
}

async function mailOf(_: Invoice): Promise<{ text: string; token: string }> {
  const { context } = await demo.person(approver);
  const { tenantId, userId: personId } = context;
  await demo.web.sql('delete from mail');
  await sendDigest(
    { database: demo.web.database, publicUrl, kinds, tokens: mailTokens },
    { tenantId, personId },
  );
  const { json } = await demo.send({ url: `/api/dev/outbox?to=${encodeURIComponent(approver)}` });
  const [mail] = json<readonly { text: string; links: string[] }[]>();
  const link = mail?.links.find((one) => one.startsWith(`${publicUrl}/approve#`)) ?? '';
  return { text: mail?.text ?? '', token: link.split('#')[1] ?? '' };
}

const post = (url: string, payload: object) => demo.send({ method: 'POST', url, payload });

describe('MAIL-06 an invoice is approved from its mail', () => {
  it('the mail has the number of the supplier, the date and the due date', () => {
    for (const line of [
      'Rechnungsnummer: GP-4711',
      'Rechnungsdatum: 02.01.2026',
      'Fällig (ohne Skonto): 31.12.2099',
    ])
      expect(shown.text).toContain(line);
  });

  it('the page shows them too, and names the document', async () => {
    const answer = (await post('/api/approval/preview', { token: shown.token })).json();
    expect(answer).toMatchObject({
      state: 'open',
      original: { name: 'GP-4711.pdf', mime: 'application/pdf' },
      brief: {
        facts: [
          { column: 'number_printed', value: 'GP-4711', isDay: false },
          { column: 'invoice_date', value: '2026-01-02', isDay: true },
          { column: 'due_date', value: '2099-12-31', isDay: true },
        ],
      },
    });
  });

  it('the page shows the document, and the link stays valid', async () => {
    const answer = await post('/api/approval/document', { token: shown.token });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.body.equals(bytes)).toBe(true);
    expect((await post('/api/approval/preview', { token: shown.token })).json()).toMatchObject({
      state: 'open',
    });
  });

  it('ROLE-07 a person without prices does not see the document', async () => {
    const [{ roles } = { roles: [] }] = await demo.web.sql<{ roles: string[] }>(
      'select roles from lb_user where email = $1',
      [approver],
    );
    await demo.web.sql("update lb_user set roles = array_remove(roles, 'user-price') where email = $1", [
      approver,
    ]);
    expect((await post('/api/approval/document', { token: shown.token })).status).toBe(404);
    expect((await post('/api/approval/preview', { token: shown.token })).json()).toMatchObject({
      original: null,
    });
    await demo.web.sql('update lb_user set roles = $2 where email = $1', [approver, roles]);
  });

  it('after the decision the link does not show the document', async () => {
    const done = await post('/api/approval', { token: shown.token, decision: 'decline', comment: 'Falsch' });
    expect(done.json()).toMatchObject({ state: 'decided' });
    expect((await post('/api/approval/document', { token: shown.token })).status).toBe(404);
  });
});
