import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoWeb, demoWeb, formOf, type WebCaller } from '../support/demo-web.ts';
import { pngOf } from '../support/pictures.ts';
import { pdf } from '../support/sample-files.ts';

let demo: DemoWeb;
let admin: WebCaller;
let buyer: WebCaller;
let requester: WebCaller;
let colors = 0;

beforeAll(async () => {
  demo = await demoWeb();
  admin = await demo.person('admin@demo.test');
  buyer = await demo.person('buyer@demo.test');
  requester = await demo.person('requester@demo.test');
});
afterAll(() => demo.close());

type Kind = 'signature' | 'master_image' | 'master_document';

/** A unique picture. */
function picture(): Buffer {
  colors += 1;
  return pngOf({ width: 10 + colors, height: 4 });
}

async function upload(who: WebCaller, kind: Kind, bytes = picture()): Promise<string> {
  const name = kind === 'master_document' ? 'a.pdf' : 'a.png';
  const answer = await who.send({ url: '/api/file', ...formOf({ kind, document: '0' }, [{ name, bytes }]) });
  expect(answer.status).toBe(200);
  return answer.json<{ id: string }>().id;
}

const mutation = {
  lb_user:
    'mutation ($id: bigint!, $file: uuid) { update_lb_user_by_pk(pk_columns: { id: $id }, _set: { signature_file_id: $file }) { id } }',
  logo: 'mutation ($id: bigint!, $file: uuid) { update_client_by_pk(pk_columns: { id: $id }, _set: { logo_file_id: $file }) { id } }',
  letterhead:
    'mutation ($id: bigint!, $file: uuid) { update_client_by_pk(pk_columns: { id: $id }, _set: { letterhead_file_id: $file }) { id } }',
  product:
    'mutation ($id: bigint!, $file: uuid) { update_product_by_pk(pk_columns: { id: $id }, _set: { image_file_id: $file }) { id } }',
  data_sheet:
    'mutation ($id: bigint!, $file: uuid!) { insert_product_file_one(object: { product_id: $id, file_id: $file }) { id } }',
};

/** The code of the refusal, or null where the place accepts the file. */
async function put(
  who: WebCaller,
  place: keyof typeof mutation,
  file: string,
  id?: number,
): Promise<string | null> {
  const table = {
    lb_user: 'lb_user',
    logo: 'client',
    letterhead: 'client',
    product: 'product',
    data_sheet: 'product',
  }[place];
  const { data } = await admin.ask(`{ ${table}(limit: 1, where: { active: { _eq: true } }) { id } }`);
  const [first] = (data as Record<string, { id: number }[]>)[table] ?? [];
  const { errors } = await who.ask(mutation[place], { id: id ?? first?.id, file });
  return errors?.[0]?.extensions.code ?? null;
}

const statusFor = async (who: WebCaller, file: string) =>
  (await who.send({ method: 'GET', url: `/api/file/${file}` })).status;

describe('ADM-13 PROF-01 ROLE-19 a signature belongs to its person', () => {
  test('other people can neither read nor use it; its person and administrators see it', async () => {
    const signature = await upload(buyer, 'signature');
    expect(await put(buyer, 'lb_user', signature, buyer.context.userId)).toBeNull();
    expect(await statusFor(buyer, signature)).toBe(200);
    expect(await statusFor(admin, signature)).toBe(200);
    expect(await statusFor(requester, signature)).toBe(404);
    const ticket = await requester.send({
      method: 'POST',
      url: '/api/ticket',
      payload: { file_id: signature },
    });
    expect(ticket.status).toBe(404);
    const { data } = await requester.ask(`{ file(where: { id: { _eq: "${signature}" } }) { id } }`);
    expect(data).toEqual({ file: [] });
    expect(await put(requester, 'lb_user', signature, requester.context.userId)).toBe(
      'foreign_key_violation',
    );
    expect(await put(admin, 'lb_user', signature, admin.context.userId)).toBe('foreign_key_violation');
    expect(await put(admin, 'logo', signature)).toBe('foreign_key_violation');
    expect(await put(admin, 'product', signature)).toBe('foreign_key_violation');
  });

  test('the same picture of two people is two files', async () => {
    const bytes = picture();
    expect(await upload(buyer, 'signature', bytes)).not.toBe(await upload(requester, 'signature', bytes));
    const logo = picture();
    expect(await upload(admin, 'master_image', logo)).toBe(await upload(buyer, 'master_image', logo));
  });

  test('ROLE-14 an administrator uploads one for another person, who sees and uses it', async () => {
    const signature = await upload(admin, 'signature');
    expect(await put(admin, 'lb_user', signature, requester.context.userId)).toBeNull();
    expect(await statusFor(requester, signature)).toBe(200);
    expect(await statusFor(buyer, signature)).toBe(404);
  });
});

describe('ADM-14 PROC-28 a file must be of the kind that its place needs', () => {
  test('pictures for pictures, documents for documents', async () => {
    const [image, document] = [
      await upload(admin, 'master_image'),
      await upload(admin, 'master_document', pdf),
    ];
    for (const place of ['logo', 'letterhead', 'product'] as const) {
      expect([place, await put(admin, place, image)]).toEqual([place, null]);
      expect([place, await put(admin, place, document)]).toEqual([place, 'foreign_key_violation']);
    }
    expect(await put(admin, 'data_sheet', document)).toBeNull();
    expect(await put(admin, 'data_sheet', image)).toBe('foreign_key_violation');
    expect(await put(admin, 'lb_user', image, admin.context.userId)).toBe('foreign_key_violation');
  });

  test('a file of a document cannot be a logo', async () => {
    const { data } = await admin.ask('{ procurement(limit: 1) { id } }');
    const { procurement } = data as { procurement: { id: number }[] };
    const [attached] = await demo.web.sql<{ id: string }>(
      `insert into file (tenant_id, name, mime, size, sha256, procurement_id)
       values ($1, 'a.png', 'image/png', 4, '\\x00', $2) returning id`,
      [admin.context.tenantId, procurement[0]?.id],
    );
    expect(await put(admin, 'logo', attached?.id ?? '')).toBe('foreign_key_violation');
  });

  test('non-pictures and large pictures are refused at the upload', async () => {
    const refusal = async (kind: Kind, bytes: Buffer) => {
      const form = formOf({ kind, document: '0' }, [{ name: 'a.png', bytes }]);
      const answer = await buyer.send({ url: '/api/file', ...form });
      return [answer.status, answer.json().code];
    };
    const cut = picture().subarray(0, 50);
    expect(await refusal('signature', cut)).toEqual([415, 'unsupported_media_type']);
    expect(await refusal('signature', pdf)).toEqual([415, 'unsupported_media_type']);
    const bomb = pngOf({ width: 60_000, height: 60_000, rows: Buffer.alloc(99) });
    expect(await refusal('master_image', bomb)).toEqual([413, 'picture_too_large']);
    expect(await refusal('master_image', Buffer.concat([picture(), Buffer.alloc(1024 * 1024)]))).toEqual([
      413,
      'payload_too_large',
    ]);
  });
});
