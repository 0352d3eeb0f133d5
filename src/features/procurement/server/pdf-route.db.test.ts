import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  act,
  catalogueLines,
  completeForm,
  type Document,
  run,
} from '../../../../tests/procurement/requests.ts';
import { type Caller, type DemoApi, demoApi } from '../../../../tests/support/demo-api.ts';
import { testClock, testConfiguration } from '../../../../tests/support/web.ts';
import { openHttp } from '../../../app/server/http.ts';
import { loadDocument } from '../../../document/server/store.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { openLog } from '../../../platform/server/log.ts';
import { deriveSecrets } from '../../../platform/server/secrets.ts';
import { createTokens } from '../../../platform/server/tokens.ts';
import { orderContent } from '../order-letters.ts';
import { loadPrintableOrder, type OrderWish } from './pdf/load-printable-order.ts';
import { renderOrderPdf } from './pdf/render-order-pdf.ts';
import { servedProcurement } from './served.ts';

const clock = testClock();
const tokens = createTokens(deriveSecrets(testConfiguration.secretKey), clock);

let demo: DemoApi;
let http: HttpServer;
let requester: Caller;
let draft: Document;

beforeAll(async () => {
  demo = await demoApi();
  http = await openHttp({
    configuration: testConfiguration,
    database: demo.db.database,
    log: openLog('silent'),
    clock,
    webDirectory: '/nowhere',
  });
  await http.ready();
  requester = await demo.person('requester@demo.test');
  const lines = await catalogueLines(requester, 3);
  draft = await run(requester, 'save', { head: await completeForm(requester), lines });
});
afterAll(async () => {
  await http.close();
  await demo.close();
});

/** The stored content of the order. */
async function contentOf({ id }: Document) {
  const stored = await demo.db.database.inTenant(
    requester.context,
    (tx) => loadDocument(tx, servedProcurement, id),
    {
      role: 'writer',
    },
  );
  const [line] = stored.lines;
  if (!line) throw new Error('the request has no lines');
  return orderContent(stored, line);
}

async function get(who: Caller | null, url: string, headers: Record<string, string> = {}) {
  const authorization = who ? { authorization: `Bearer ${await tokenOf(who)}` } : {};
  return await http.inject({
    method: 'GET',
    url,
    headers: { host: 'localhost', ...authorization, ...headers },
  });
}

function tokenOf({ context }: Caller): Promise<string> {
  return tokens.issueAccess({
    ...context,
    tokenVersion: context.tokenVersion ?? 0,
    tenantName: 'demo',
    email: 'somebody@demo.test',
    permissions: '',
  });
}

const pdfOf = (document: Document, query = '') => `/api/procurement/${document.id}/pdf${query}`;

/** The stored letter, independent of the reader. */
function letter(document: Document, wish: Partial<OrderWish> = {}) {
  return demo.db.database.inTenant(
    { ...requester.context, tokenVersion: null },
    (tx) =>
      loadPrintableOrder(tx, document.id, {
        block: null,
        language: null,
        showsPrices: true,
        now: clock.now(),
        publicUrl: testConfiguration.publicUrl,
        ...wish,
      }),
    { role: 'writer' },
  );
}

describe('API-33 GET /api/procurement/{id}/pdf', () => {
  test('returns the letter as a file with a descriptive name', async () => {
    const answer = await get(requester, pdfOf(draft));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': 'sandbox',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="Bestellanforderung DR-\d{6}\.pdf"; filename\*=UTF-8''Bestellanforderung%20DR-\d{6}\.pdf$/,
    );
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.rawPayload.equals(await renderOrderPdf(await letter(draft)))).toBe(true);
  });

  test('I18N-08 uses the requested language', async () => {
    const { headers } = await get(requester, pdfOf(draft, '?lang=en'));
    expect(headers['content-disposition']).toContain('filename="Purchase request DR-');
  });

  test('returns the order of one supplier', async () => {
    const supplierId = draft.procurement_lines[0]?.supplier_id;
    const answer = await get(requester, pdfOf(draft, `?supplier_id=${supplierId}`));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/DR-\d{6} \S+/);
  });

  test.each([
    ['an unknown language', '?lang=xx', 422, 'invalid_type', 'lang'],
    ['two languages', '?lang=de&lang=en', 422, 'invalid_type', 'lang'],
    ['a non-numeric supplier', '?supplier_id=x', 422, 'invalid_type', 'supplier_id'],
    ['a supplier without lines', '?supplier_id=999999', 404, 'not_found', 'supplier_id'],
  ])('ERR-14 %s is refused', async (_, query, status, code, field) => {
    const answer = await get(requester, pdfOf(draft, query), { 'accept-language': 'de' });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ success: false, code, fields: { [field]: code } });
  });

  test.each(['0', '999999', 'x', '1e3', '-1'])('document %s is not found', async (id) => {
    const answer = await get(requester, `/api/procurement/${id}/pdf`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ success: false, code: 'not_found' });
  });

  test('ERR-14 refuses requests without a person', async () => {
    const answer = await get(null, pdfOf(draft));
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'unauthenticated' });
  });

  test.each([
    ['of another person', 'buyer@demo.test'],
    ['of another tenant', 'admin@other.test'],
  ])('TECH-05 a draft %s is not found', async (_, email) => {
    const answer = await get(await demo.person(email), pdfOf(draft));
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found' });
  });
});

describe('ROLE-07 a reader without user-price', () => {
  test('gets the letter without prices', async () => {
    await demo.db.sql(
      "update lb_user set roles = array_remove(roles, 'user-price') where email = 'requester@demo.test'",
    );
    const priceless = await demo.person('requester@demo.test');
    try {
      const { rawPayload } = await get(priceless, pdfOf(draft));
      const masked = await letter(draft, { showsPrices: false });
      expect(rawPayload.equals(await renderOrderPdf(masked))).toBe(true);
      expect(masked.document.totals).toEqual([]);
    } finally {
      await demo.db.sql(
        "update lb_user set roles = array_append(roles, 'user-price') where email = 'requester@demo.test'",
      );
      requester = await demo.person('requester@demo.test');
    }
  });
});

describe('PROC-28 the letter of a stored document', () => {
  test('prints the stored data', async () => {
    const { document } = await letter(draft);
    expect(document).toMatchObject({ mark: 'ENTWURF', sender: 'Nordfeld Antriebstechnik GmbH' });
    expect(document.panels[0]?.lines.slice(0, 2)).toEqual(['Nordfeld Antriebstechnik GmbH', 'Werk Hamburg']);
    expect(document.references.map(({ value }) => value)).toContain('DE294183509');
    expect(document.groups.flatMap((group) => group.rows)).toHaveLength(3);
    const stored = await demo.db.sql<{ total_brutto: string }>(
      'select total_brutto from procurement where id = $1',
      [draft.id],
    );
    const gross = document.totals.at(-1)?.amount.replace('.', '').replace(',', '.');
    expect(gross).toBe(stored[0]?.total_brutto);
  });

  test('MOB-05 once approved it is the order, with the code of its receipt, contact and signature of its sender', async () => {
    const [line] = await catalogueLines(requester, 1);
    const form = await completeForm(requester);
    const saved = await run(requester, 'save', { head: form, lines: [line] });
    const sent = await act(requester, 'submit', saved);
    const [buyer] = await demo.db.sql<{ id: string; tenant_id: string }>(
      "select id, tenant_id from lb_user where email = 'buyer@demo.test'",
    );
    // A signature, and the order marked as sent by the buyer, without the sending job.
    const jpeg = Buffer.from([
      0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 4, 0, 6, 3, 1, 0x11, 0,
    ]);
    const [file] = await demo.db.sql<{ id: string }>(
      `insert into file (tenant_id, name, mime, size, sha256, is_master_data)
       values ($1, 'signature.jpg', 'image/jpeg', 21, sha256($2), true) returning id`,
      [buyer?.tenant_id, jpeg],
    );
    await demo.db.sql(
      'insert into file_chunk (tenant_id, file_id, chunk_no, bytes) values ($1, $2, 0, $3), ($1, $2, 1, $4)',
      [buyer?.tenant_id, file?.id, jpeg.subarray(0, 9), jpeg.subarray(9)],
    );
    await demo.db.sql('update lb_user set signature_file_id = $1 where id = $2', [file?.id, buyer?.id]);
    await demo.db.sql("update procurement set status = 'approved' where id = $1", [sent.id]);
    await demo.db.sql(
      `with placed as (
         insert into procurement_supplier_order (tenant_id, procurement_id, supplier_id, state, sent_at, sent_by_id)
         values ($1, $2, $3, 'sent', '2026-12-31T23:30:00Z', $4) returning id
       )
       insert into procurement_order_letter
         (tenant_id, procurement_id, supplier_order_id, kind, version, state, channel, content, created_by_id)
       select $1, $2, id, 'order', 2, 'sent', 'email', $5, $4 from placed`,
      [buyer?.tenant_id, sent.id, line?.supplier_id, buyer?.id, JSON.stringify(await contentOf(sent))],
    );
    const order = await letter(sent, {
      block: { supplier_id: Number(line?.supplier_id), marketplace_id: null },
    });
    expect(order.document.title).toBe(`Bestellung ${sent.order_number_formatted}`);
    expect(order.document.receiptCode).toEqual({
      label: 'Für unseren Wareneingang',
      url: `${new URL(testConfiguration.publicUrl).origin}/receive/${sent.id}`,
    });
    expect(order.document.mark).toBeNull();
    // The day in the tenant's time zone (GEN-14).
    expect(order.document.references).toContainEqual({ label: 'Datum', value: '01.01.2027' });
    expect(order.document.references).toContainEqual({ label: 'Version', value: '2' });
    expect(order.document.references).toContainEqual({ label: 'E-Mail', value: 'buyer@demo.test' });
    expect(order.pictures.signature?.equals(jpeg)).toBe(true);
    expect(order.issuedAt).toEqual(new Date('2026-12-31T23:30:00Z'));
    expect(order.fileName).toMatch(/^Bestellung PO-\d{6} .+\.pdf$/);
  });
});
