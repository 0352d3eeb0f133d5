import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGraphql } from '../../src/app/server/graphql.ts';
import { kindsInApi } from '../../src/app/server/kinds.ts';
import { documentFiles } from '../../src/document/server/attachments.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { type Caller, callerOf, demoTemplate } from '../support/demo-api.ts';
import { pdf } from '../support/sample-files.ts';
import { mailTokens as tokens } from '../support/web.ts';
import { fakeActions, fakeCommands, fakeKind, servedFake } from './fake-kind.ts';

interface Shown {
  readonly id: number;
  readonly status: string;
  readonly contract_number_formatted: string | null;
  readonly timeline: { readonly content_version: number };
  readonly actions: readonly { readonly key: string; readonly is_main: boolean }[];
  readonly document_files: readonly { readonly name: string }[];
}

const fields = `id status contract_number_formatted timeline { content_version }
  actions { key is_main } document_files { name }`;
const one = `query ($id: bigint!) { found: contract_by_pk(id: $id) { ${fields} } }`;
const listed = `query ($id: bigint!) { document(where: { kind: { _eq: "contract" }, id: { _eq: $id } }) { number name } }`;
const publicUrl = 'http://localhost:8080';
/** The mutation of a command; JSON with unquoted keys is valid GraphQL. */
function call(action: string, input: object): string {
  const given = JSON.stringify({ idempotency_key: randomUUID(), ...input }).replaceAll(/"(\w+)":/g, '$1:');
  return `mutation { found: contract_${action}(${given.slice(1, -1)}) { ${fields} } }`;
}

async function run(who: Caller, action: string, input: object): Promise<Shown> {
  return (await who.get<{ found: Shown }>(call(action, input))).found;
}
const on = ({ id, timeline }: Shown) => ({ id, expected_version: timeline.content_version });
const refusal = async (who: Caller, action: string, document: Shown) =>
  (await who.refusal(call(action, on(document)))).code;
const seenBy = async (who: Caller, { id }: Shown) =>
  (await who.get<{ document: { number: string; name: string }[] }>(listed, { id })).document;
const load = async (who: Caller, { id }: Shown) =>
  (await who.get<{ found: Shown | null }>(one, { id })).found;

describe('a document kind defined only by this test', () => {
  let db: TestDatabase;
  let creator: Caller;
  let approver: Caller;
  let heir: Caller;
  let stranger: Caller;
  let admin: Caller;
  let neighbour: Caller;

  beforeAll(async () => {
    db = await testDatabase(await demoTemplate());
    const others = kindsInApi.filter(({ served: { kind } }) => kind.name !== fakeKind.name);
    const kinds = [...others, { served: servedFake, actions: fakeActions, commands: fakeCommands }];
    const graphql = await openGraphql(db.database, { error: console.error }, undefined, kinds);
    await db.sql("update lb_user set roles = '{}', approval_limit = 9e6 where 'user-admin' <> all (roles)");
    await db.sql('delete from task_group_user');
    await switchTo(true);
    const person = (email: string) => callerOf(db, graphql, email);
    creator = await person('requester@demo.test');
    approver = await person('approver1@demo.test');
    heir = await person('buyer@demo.test');
    stranger = await person('receiver@demo.test');
    admin = await person('admin@demo.test');
    neighbour = await person('admin@other.test');
  });
  afterAll(() => db.drop());

  async function switchTo(isOn: boolean): Promise<void> {
    await db.sql("delete from configuration where key = 'module_contract'");
    await db.sql(
      "insert into configuration (tenant_id, key, value) select id, 'module_contract', $1 from tenant",
      [isOn],
    );
  }
  const saved = (name: string) =>
    run(creator, 'save', { head: { name }, approver_ids: [approver.context.userId] });
  const submitted = async (name: string) => run(creator, 'submit', on(await saved(name)));
  async function mailFor({ context }: Caller): Promise<string | undefined> {
    const { tenantId, userId: personId } = context;
    await db.sql('delete from mail');
    await sendDigest({ database: db.database, kinds: [fakeKind], publicUrl, tokens }, { tenantId, personId });
    return (await db.sql<{ text_body: string }>('select text_body from mail'))[0]?.text_body;
  }

  it('PROC-11 MAIL-03 OVW-01 is saved, submitted, listed, sent by mail and approved', async () => {
    const draft = await saved('Wartung');
    const empty = await run(creator, 'save', { head: { notes: 'Ohne Namen' } });
    expect(await refusal(creator, 'submit', empty)).toBe('validation_failed');
    const sent = await run(creator, 'submit', on(draft));
    expect([draft.status, sent.status]).toEqual(['pending', 'contract-approval']);
    expect(sent.contract_number_formatted).toMatch(/^CT-\d{6}$/);
    expect(await seenBy(approver, sent)).toEqual([
      { number: sent.contract_number_formatted, name: 'Wartung' },
    ]);
    const mail = await mailFor(approver);
    expect(mail).toContain(`${publicUrl}/fake/form?id=${sent.id}`);
    expect(mail).toContain('Wartung');
    expect((await load(approver, sent))?.actions.find(({ is_main }) => is_main)?.key).toBe('approve');
    expect(await run(approver, 'approve', on(sent))).toMatchObject({ status: 'completed' });
  });

  it('TASK-06 goes to clearing when declined, and can be submitted again', async () => {
    const declined = await run(approver, 'decline', {
      ...on(await submitted('Strittig')),
      comment: 'Zu früh',
      person_id: creator.context.userId,
    });
    expect(declined.status).toBe('clearing');
    expect((await run(creator, 'submit', on(declined))).status).toBe('contract-approval');
  });

  it('ADM-10 passes an open approval to the successor', async () => {
    const document = await submitted('Übergabe');
    expect(await seenBy(heir, document)).toEqual([]);
    const [from, to] = [approver.context.userId, heir.context.userId];
    const key = randomUUID();
    await admin.get(`mutation {
      lb_user_hand_over(idempotency_key: "${key}", from_id: ${from}, to_id: ${to}) { id } }`);
    expect(await mailFor(heir)).toContain(`/fake/form?id=${document.id}`);
    const own = await load(heir, document);
    expect(own && (await run(heir, 'approve', on(own)))).toMatchObject({ status: 'completed' });
  });

  it('API-29 PROC-29 accepts and removes files', async () => {
    const document = await submitted('Mit Angebot');
    const files = documentFiles(servedFake);
    const file = { name: 'Angebot.pdf', type: 'pdf', bytes: pdf } as const;
    const attach = ({ context }: Caller) =>
      db.database.inTenant(context, (tx) =>
        files.attach(tx, context, { documentId: document.id, key: null, file }),
      );
    const id = await attach(creator);
    expect((await load(approver, document))?.document_files).toEqual([{ name: 'Angebot.pdf' }]);
    await expect(attach(stranger)).rejects.toMatchObject({ refusal: { code: 'not_found' } });
    await db.database.inTenant(creator.context, (tx) => files.detach(tx, creator.context, document.id, id));
    expect((await load(approver, document))?.document_files).toEqual([]);
  });

  it('ROLE-12 TECH-03 outsiders of the same or another tenant can neither read nor change it', async () => {
    const document = await submitted('Vertraulich');
    for (const who of [stranger, neighbour]) {
      expect(await seenBy(who, document)).toEqual([]);
      expect(await load(who, document)).toBeNull();
      for (const action of ['approve', 'save']) {
        expect(await refusal(who, action, document)).toBe('not_found');
      }
    }
    expect(await refusal(creator, 'approve', document)).toBe('not_assignee');
  });

  it('GEN-10 is hidden while its module is off', async () => {
    const document = await submitted('Abgeschaltet');
    await switchTo(false);
    expect(await refusal(approver, 'approve', document)).toBe('module_off');
    expect(await approver.refusal(one, { id: document.id })).toMatchObject({ code: 'permission_denied' });
    expect(await seenBy(approver, document)).toEqual([]);
    expect(await mailFor(approver)).toBeUndefined();
    await switchTo(true);
    expect(await seenBy(approver, document)).toHaveLength(1);
  });
});
