import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverInvoice } from '../../src/features/invoice/server/deliver.ts';
import { inSystem } from '../../src/features/mailbox/server/take-mail.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type DemoWeb, demoWeb, formOf, type WebCaller } from '../support/demo-web.ts';
import { pdf, uploadOne } from '../support/intake.ts';
import { accessTokenFor } from '../support/web.ts';

let demo: DemoWeb;
let accountant: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  accountant = await demo.person('accountant@demo.test');
});
afterAll(() => demo.close());

interface Seen {
  readonly status: string;
  readonly invoice_recognitions: readonly { readonly state: string }[];
}

async function seen(id: number): Promise<Seen> {
  const { invoice_by_pk } = await accountant.get<{ invoice_by_pk: Seen }>(
    'query ($id: bigint!) { invoice_by_pk(id: $id) { status invoice_recognitions { state } } }',
    { id },
  );
  return invoice_by_pk;
}

describe('REC-01 when a received file is read', () => {
  const setStart = async (value: string) => {
    await demo.web.sql("delete from configuration where key = 'recognition_start'");
    await demo.web.sql(
      "insert into configuration (tenant_id, key, value, model) values ($1, 'recognition_start', $2, 'string')",
      [accountant.context.tenantId, value],
    );
  };
  const send = async (who: Pick<WebCaller, 'send'>, name: string, headers: Record<string, string> = {}) => {
    const form = formOf({}, [{ field: 'files[]', name, bytes: pdf(name) }]);
    const all = { ...form.headers, ...headers };
    const answer = await who.send({ ...form, headers: all, url: '/api/invoice/upload' });
    return answer.json<{ invoices: { id: number }[] }>().invoices[0]?.id ?? 0;
  };
  const deliver = async (way: 'mailbox' | 'scanner', name: string): Promise<number> =>
    (
      await inSystem(demo.web.database, accountant.context.tenantId, (tx, context) =>
        deliverInvoice(tx, context, {
          ...{ file: { name, mime: 'application/pdf', bytes: pdf(name) }, documents: [] },
          ...{ clientId: null, mailboxId: null, way },
        }),
      )
    ).id;
  const ways: Readonly<Record<string, (name: string) => Promise<number>>> = {
    upload: (name) => send(accountant, name),
    API: async (name) => {
      const { tenantId, userId: id, roles } = accountant.context;
      const subject = { tenantId, id, email: 'accountant@demo.test' };
      const token = await accessTokenFor(demo.web, subject, [...roles], 'token');
      return await send(demo, name, { authorization: `Bearer ${token}` });
    },
    mailbox: (name) => deliver('mailbox', name),
    scanner: (name) => deliver('scanner', name),
  };

  test.each(Object.keys(ways))('%s: at once unless the tenant starts it manually', async (way) => {
    const come = async (name: string) => (await seen((await ways[way]?.(name)) ?? 0)).invoice_recognitions;
    expect(await come(`${way} default.pdf`)).toMatchObject([{ state: 'queued' }]);
    await setStart('by_hand');
    expect(await come(`${way} by hand.pdf`)).toEqual([]);
    await setStart('at_once');
    expect(await come(`${way} at once.pdf`)).toMatchObject([{ state: 'queued' }]);
  });

  test('the uploading person may choose differently from the tenant', async () => {
    const id = await uploadOne(accountant, 'ordnen.pdf', pdf('ordnen'), { recognition_start: 'by_hand' });
    expect((await seen(id)).invoice_recognitions).toEqual([]);
  });

  test('automatic reading can be skipped too, and its result is then dropped', async () => {
    const id = await uploadOne(accountant, 'skip.pdf', pdf('skip'), { recognition_start: 'at_once' });
    expect(
      (await accountant.send({ method: 'POST', url: `/api/invoice/${id}/recognition/skip`, payload: {} }))
        .status,
    ).toBe(200);
    expect(await seen(id)).toMatchObject({ status: 'approval', invoice_recognitions: [{ state: 'queued' }] });
  });
});
