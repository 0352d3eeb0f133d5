import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completeForm, type Document, on, refused, run } from '../procurement/requests.ts';
import { type DemoWeb, demoWeb, formOf, type RestAnswer, type WebCaller } from '../support/demo-web.ts';
import { pngOf } from '../support/pictures.ts';

let demo: DemoWeb;
let admin: WebCaller;
let requester: WebCaller;
let buyer: WebCaller;
/** Sees every request, but no prices. */
let priceless: WebCaller;
/** Has no rights and sees nothing. */
let newcomer: WebCaller;
/** In approval, with one line of 4,321.09 without a catalogue product. */
let request: Document;

const amount = '4321.09';

beforeAll(async () => {
  demo = await demoWeb();
  const add = async (login: string, roles: string): Promise<WebCaller> => {
    const email = `${login}@demo.test`;
    await demo.web.sql(
      `insert into lb_user (tenant_id, email, name, roles) select id, $1, $2, $3 from tenant where name = 'demo'`,
      [email, login, roles],
    );
    return await demo.person(email);
  };
  priceless = await add('priceless', '{user-see-all-orders}');
  newcomer = await add('newcomer', '{}');
  [admin, requester, buyer] = (await Promise.all(
    ['admin', 'requester', 'buyer'].map((login) => demo.person(`${login}@demo.test`)),
  )) as [WebCaller, WebCaller, WebCaller];
  const line = { description: 'Prüfstück', quantity: 1, price_netto: amount, price_mode: 'net', tax: 19 };
  const draft = await run(requester, 'save', { head: await completeForm(requester), lines: [line] });
  request = await run(requester, 'submit', on(draft));
});
afterAll(() => demo.close());

const get = (who: WebCaller, url: string): Promise<RestAnswer> => who.send({ method: 'GET', url });
const upload = (who: WebCaller, kind: string, file: { name: string; bytes: Buffer }, document = '0') =>
  who.send({ url: '/api/file', ...formOf({ kind, document }, [file]) });
const pdf = { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7\n') };
const idOf = (answer: RestAnswer): string => answer.json<{ id: string }>().id;

describe('sessions and history', () => {
  test('AUTH-21 acting as an operator is refused', async () => {
    const [operator] = await demo.web.sql<{ id: number }>(
      `insert into lb_user (tenant_id, email, name, roles)
       select id, 'op@demo.test', 'Op', '{user-operator}' from tenant where name = 'demo' returning id`,
    );
    const acting = {
      method: 'POST',
      url: '/api/auth/impersonate',
      payload: { user_id: Number(operator?.id) },
    } as const;
    expect((await admin.send(acting)).status).toBe(403);
  });

  test("AUTH-27 ending another person's session is refused", async () => {
    const [session] = await demo.web.sql<{ family: string }>(
      `insert into refresh_token (tenant_id, lb_user_id, actor_id, token_hash, family, expires_at)
       values ($1, $2, $2, '\\x0102', gen_random_uuid(), now() + interval '1 day') returning family`,
      [buyer.context.tenantId, buyer.context.userId],
    );
    const end = { method: 'DELETE', url: `/api/auth/session/${session?.family}` } as const;
    expect((await admin.send(end)).status).toBe(404);
    expect((await buyer.send(end)).status).toBe(200);
  });

  test('ROLE-21 the history of a request is open to people who see the request', async () => {
    const history = `/api/audit/history/procurement/${request.id}`;
    expect((await get(newcomer, history)).json()).toEqual({ items: [], next: null });
    expect((await get(requester, history)).json<{ items: unknown[] }>().items).not.toEqual([]);
  });

  test('ROLE-07 the history shows amounts only to people who see prices', async () => {
    const history = `/api/audit/history/procurement/${request.id}`;
    const amounts = /4\.?321[.,]09/;
    expect((await get(requester, history)).body.toString()).toMatch(amounts);
    expect((await get(priceless, history)).body.toString()).not.toMatch(amounts);
  });
});

describe('files', () => {
  test('AUTH-19 a ticket opens only its own file', async () => {
    const [one, other] = await Promise.all(
      ['a.pdf', 'b.pdf'].map(async (name) =>
        idOf(await upload(requester, 'procurement', { ...pdf, name }, String(request.id))),
      ),
    );
    const ticket = await requester.send({ method: 'POST', url: '/api/ticket', payload: { file_id: one } });
    const { url } = ticket.json<{ url: string }>();
    expect((await demo.send({ method: 'GET', url })).status).toBe(200);
    const wrong = await demo.send({ method: 'GET', url: url.replace(String(one), String(other)) });
    expect(wrong.status).toBe(401);
  });

  test('PROC-29 people who only see a request cannot remove files from it', async () => {
    const file = idOf(await upload(requester, 'procurement', pdf, String(request.id)));
    expect((await priceless.send({ method: 'DELETE', url: `/api/file/${file}` })).status).toBe(403);
  });

  test('ADM-14 only administrators upload data sheets', async () => {
    expect((await upload(newcomer, 'master_document', pdf)).status).toBe(403);
    expect((await upload(admin, 'master_document', pdf)).status).toBe(200);
  });

  test('ADM-13 the same picture is a separate signature for each person', async () => {
    const picture = { name: 'signature.png', bytes: pngOf({ width: 8, height: 8 }) };
    const [one, other] = [
      await upload(admin, 'signature', picture),
      await upload(newcomer, 'signature', picture),
    ];
    expect(idOf(one)).not.toBe(idOf(other));
  });

  test('ROLE-07 an import with prices is a file for people who see prices', async () => {
    const csv = { name: 'a.csv', bytes: Buffer.from('name;price_netto\nPapier;1\n') };
    const sent = await admin.send({ url: '/api/import/product', ...formOf({}, [csv]) });
    expect(sent.status).toBe(200);
    const files = await demo.web.sql("select shows_amounts from file where received_by = 'import'");
    expect(files).toEqual([{ shows_amounts: true }]);
  });
});

describe('ROLE-07 people without prices', () => {
  test('API-33 get another letter than people with prices', async () => {
    const letter = `/api/procurement/${request.id}/pdf?lang=de`;
    const [theirs, own] = await Promise.all([get(priceless, letter), get(requester, letter)]);
    expect([theirs.status, own.status]).toEqual([200, 200]);
    expect(theirs.body.equals(own.body)).toBe(false);
  });

  test('PROC-33 copies a request without the prices of its lines', async () => {
    const { id } = await run(priceless, 'copy', { id: request.id });
    const lines = await demo.web.sql('select price_netto from procurement_line where procurement_id = $1', [
      id,
    ]);
    expect(lines).toEqual([{ price_netto: null }]);
  });
});

test('ROLE-16 ROLE-17 only people with the right create suppliers and products', async () => {
  const line = { description: 'Neu', quantity: 1, new_supplier: 'Nie gehört GmbH' };
  const form = { head: await completeForm(requester), lines: [line] };
  expect((await refused(requester, 'save', form)).code).toBe('validation_failed');
  expect(await demo.web.sql("select id from supplier where name = 'Nie gehört GmbH'")).toEqual([]);
});

test('ROLE-17 TECH-05 people who may add a supplier set its identity, but not its bank or accounts', async () => {
  const { __type } = await requester.get<{ __type: { inputFields: { name: string }[] } }>(
    '{ __type(name: "supplier_insert_input") { inputFields { name } } }',
  );
  const says = ['name', 'email', 'contact_person', 'phone', 'address', 'zipcode', 'city', 'country'];
  expect(__type.inputFields.map(({ name }) => name).toSorted()).toEqual(
    // A new supplier cannot be merged: the database refuses it (ADM-22).
    [...says, 'vat_number', 'tax_number', 'delivery_in_days', 'notes', 'products', 'suppliers'].toSorted(),
  );
});

test('ROLE-19 own records cannot be given to another person', async () => {
  const [colleague] = await demo.web.sql<{ id: string }>(
    "select id from lb_user where email = 'buyer@demo.test'",
  );
  const { insert_saved_filter_one: filter } = await requester.get<{
    insert_saved_filter_one: { id: number };
  }>(`mutation { insert_saved_filter_one(object: { page: "overview", name: "Meine", query: {} }) { id } }`);
  const give = `mutation ($id: bigint!, $to: bigint!) {
    update_saved_filter_by_pk(pk_columns: { id: $id }, _set: { lb_user_id: $to }) { id } }`;
  const answer = await requester.refusal(give, { id: filter.id, to: Number(colleague?.id) });
  expect(answer).toMatchObject({ code: 'permission_denied', field: 'lb_user_id' });
  const owners = await demo.web.sql<{ email: string }>(
    'select u.email from saved_filter f join lb_user u on u.id = f.lb_user_id where f.id = $1',
    [filter.id],
  );
  expect(owners).toEqual([{ email: 'requester@demo.test' }]);
});

test('LOCK-09 people who only see a document cannot lock it', async () => {
  const [row] = await demo.web.sql<{ timeline_id: number }>(
    'select timeline_id from procurement where id = $1',
    [request.id],
  );
  const claim = `mutation ($id: bigint!) {
    claim_record_lock(args: { table_name: "timeline", foreign_id: $id }) { foreign_id } }`;
  expect((await priceless.refusal(claim, { id: Number(row?.timeline_id) })).code).toBe('permission_denied');
});
