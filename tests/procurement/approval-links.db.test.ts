import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '../../src/app/server/kinds.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import { type DemoWeb, demoWeb, type RestAnswer, type WebCaller } from '../support/demo-web.ts';
import { todayInSql } from '../support/today.ts';
import { mailTokens } from '../support/web.ts';
import { act, type Document, draftOf, load } from './requests.ts';

const publicUrl = 'http://localhost:8080';
const hour = 3_600_000;
interface Shown {
  readonly state: string;
  readonly code?: string;
  readonly document: { readonly number: string; readonly path: string } | null;
  readonly decision: { readonly isApproved: boolean; readonly by: string; readonly isOwn: boolean } | null;
  readonly brief: {
    readonly net: string | null;
    readonly lines: readonly { readonly text: string; readonly net: string | null }[];
    readonly budgets: readonly unknown[];
  } | null;
  readonly refusal: { readonly code: string } | null;
  readonly confirm?: { readonly code: string; readonly hash: string };
  readonly fields?: Readonly<Record<string, string>>;
}

let demo: DemoWeb;
let requester: WebCaller;
beforeAll(async () => {
  demo = await demoWeb();
  requester = await demo.person('requester@demo.test');
  // No confirmations by default.
  await demo.web.sql("update lb_user set approval_limit = null where 'user-admin' <> all (roles)");
  await demo.web.sql('delete from budget');
});
afterAll(() => demo.close());
beforeEach(() => demo.web.sql('delete from notification'));
afterEach(() => demo.web.sql("delete from configuration where key = 'approve_from_mail'"));

async function submitted(name = 'Prüfmittel', lines = 1): Promise<Document> {
  const draft = await draftOf(requester, { name }, lines);
  return await act(requester, 'submit', draft);
}
async function reloaded({ id }: Document): Promise<Document> {
  const document = await load(requester, id);
  if (document === null) throw new Error('request not found');
  return document;
}
const assignee = ({ timeline }: Document) =>
  demo.person(timeline.timeline_entries[timeline.current_entry_no]?.lb_user?.email ?? '');

/** The text of the mail that the person gets now, as stored. */
async function mailOf({ context: { tenantId, userId: personId } }: WebCaller): Promise<string> {
  await demo.web.sql('delete from mail');
  await sendDigest(
    { database: demo.web.database, publicUrl, kinds, tokens: mailTokens },
    { tenantId, personId },
  );
  const [mail] = await demo.web.sql<{ text_body: string }>('select text_body from mail');
  return mail?.text_body ?? '';
}

/** The link token in the mail that the person gets now. */
async function tokenFor(who: WebCaller): Promise<string> {
  await mailOf(who);
  const { json } = await demo.send({ url: `/api/dev/outbox?to=${encodeURIComponent(await emailOf(who))}` });
  const [mail] = json<readonly { links: string[] }[]>();
  const link = mail?.links.find((one) => one.startsWith(`${publicUrl}/approve#`)) ?? '';
  return link.split('#')[1] ?? '';
}
async function emailOf({ context }: WebCaller): Promise<string> {
  const [row] = await demo.web.sql<{ email: string }>('select email from lb_user where id = $1', [
    context.userId,
  ]);
  return row?.email ?? '';
}

const post = (url: string, payload: object, headers = {}): Promise<RestAnswer> =>
  demo.send({ method: 'POST', url, payload, headers });
const look = async (token: string, headers = {}) =>
  (await post('/api/approval/preview', { token }, headers)).json<Shown>();
const decide = (token: string, decision: string, more = {}) =>
  post('/api/approval', { token, decision, ...more });
const decided = async (token: string, decision: string, more = {}) =>
  (await decide(token, decision, more)).json<Shown>();

async function asked(name?: string, lines?: number) {
  const document = await submitted(name, lines);
  const approver = await assignee(document);
  return { document, approver, token: await tokenFor(approver) };
}

describe('MAIL-06 the mail of an approval', () => {
  it('contains persons, content and amounts, and stores no token', async () => {
    const document = await submitted('Bohrer für Halle 3', 7);
    const approver = await assignee(document);
    const text = await mailOf(approver);
    for (const part of [
      'Bohrer für Halle 3',
      'Lieferant: ',
      '+ 2 weitere',
      'Kostenstelle: ',
      'Netto: ',
      'Brutto: ',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/http:\/\/localhost:8080\/approve#\{\{token-[\w-]+-1\}\}\n/);
    expect(text).toContain(`${publicUrl}/procurement/form?id=${document.id}`);
    expect(text.match(/^- /gm)).toHaveLength(5);
    const [link] = await demo.web.sql<{ token_hash: Buffer; hours: number }>(
      'select token_hash, extract(epoch from expires_at - created_at)::integer / 3600 as hours from approval_link order by id desc limit 1',
    );
    expect([link?.token_hash.length, link?.hours]).toEqual([32, 72]);
  });

  it('BUD-05 contains the remaining budget before and after', async () => {
    const document = await submitted();
    await demo.web.sql(
      `insert into budget (tenant_id, cost_center_id, name, value, start, "end")
       select tenant_id, cost_center_id, 'Halle', 100000, ${todayInSql} - 300, ${todayInSql} + 300
       from procurement where id = $1`,
      [document.id],
    );
    const approver = await assignee(document);
    const text = await mailOf(approver);
    await demo.web.sql('delete from budget');
    const cents = (words = '') => Number(words.replaceAll(/\D/g, ''));
    const [, before, after] = /„Halle“: frei (\S+) EUR, nach der Freigabe (\S+) EUR/.exec(text) ?? [];
    expect(cents(before) - cents(after)).toBe(Math.round(Number(document.total_netto) * 100));
    expect(cents(before)).toBeLessThan(10_000_000);
  });

  it('ROLE-07 has no amounts for people without prices, and neither has the page', async () => {
    const document = await submitted();
    const approver = await assignee(document);
    const roles = (change: string) =>
      demo.web.sql(`update lb_user set roles = ${change} where id = $1`, [approver.context.userId]);
    const [{ roles: before } = { roles: [] }] = await demo.web.sql<{ roles: string[] }>(
      'select roles from lb_user where id = $1',
      [approver.context.userId],
    );
    await roles("'{}'");
    const token = await tokenFor(approver);
    const [mail] = await demo.web.sql<{ text_body: string }>('select text_body from mail');
    expect(mail?.text_body).toContain('Lieferant: ');
    expect(mail?.text_body).not.toMatch(/EUR|Netto|Brutto|Budget/);
    const { state, brief } = await look(token);
    expect(state).toBe('open');
    expect([brief?.net, brief?.lines[0]?.net, brief?.budgets]).toEqual([null, null, []]);
    await demo.web.sql('update lb_user set roles = $2 where id = $1', [approver.context.userId, before]);
  });

  it('has no link while the tenant has switched links off, and older links refuse', async () => {
    const { approver, token, document } = await asked();
    await demo.web.sql(
      "insert into configuration (tenant_id, key, value) values ($1, 'approve_from_mail', 'false')",
      [approver.context.tenantId],
    );
    expect((await look(token)).state).toBe('off');
    expect((await decided(token, 'approve')).state).toBe('off');
    expect((await reloaded(document)).status).toBe('approval');
    await demo.web.sql('delete from notification');
    const other = await submitted();
    expect(await mailOf(await assignee(other))).not.toContain('/approve#');
  });

  it('reports a decision by others without a link', async () => {
    const { document, token } = await asked();
    await decide(token, 'decline', { comment: 'Zu teuer' });
    const text = await mailOf(requester);
    expect(text).toContain(`/procurement/form?id=${document.id}`);
    expect(text).not.toContain('/approve#');
  });
});

describe('MAIL-06 the link', () => {
  it('shows the document, and a preview decides nothing', async () => {
    const { document, token } = await asked('Messuhr');
    const answer = await post('/api/approval/preview', { token });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    for (const shown of [answer.json<Shown>(), await look(token)])
      expect(shown).toMatchObject({
        state: 'open',
        refusal: null,
        document: { number: document.order_number_formatted },
      });
    expect((await reloaded(document)).status).toBe('approval');
  });

  it('approves as its person, once, and the timeline records the link', async () => {
    const { document, token, approver } = await asked();
    const done = await decided(token, 'approve');
    expect(done).toMatchObject({ state: 'decided', decision: { isApproved: true, isOwn: true } });
    const after = await reloaded(document);
    const entry = after.timeline.timeline_entries.find(
      ({ type, status }) => type === 'approval' && status === 'approved',
    );
    expect(entry?.lb_user?.email).toBe(await emailOf(approver));
    expect(after.timeline.timeline_entries.map(({ message_code }) => message_code)).toContain(
      'decided_by_mail',
    );
    expect(await decided(token, 'decline', { comment: 'Doch nicht' })).toEqual(done);
    expect((await reloaded(document)).timeline).toEqual(after.timeline);
  });

  it('TASK-06 declines only with a reason', async () => {
    const { document, token } = await asked();
    const refused = await decide(token, 'decline', { comment: ' ' });
    expect([refused.status, refused.json<Shown>().code]).toEqual([422, 'comment_required']);
    expect(await decided(token, 'decline', { comment: 'Zu teuer' })).toMatchObject({
      state: 'decided',
      decision: { isApproved: false },
    });
    const after = await reloaded(document);
    expect(after.status).toBe('clearing');
    expect(after.timeline.timeline_entries.map(({ comment }) => comment)).toContain('Zu teuer');
  });

  it('decides once for simultaneous decisions', async () => {
    const { document, token } = await asked();
    const answers = await Promise.all([
      decided(token, 'approve'),
      decided(token, 'decline', { comment: 'Nein' }),
      decided(token, 'approve'),
    ]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { timeline } = await reloaded(document);
    const ends = timeline.timeline_entries.filter(
      ({ status }) => status === 'approved' || status === 'declined',
    );
    expect(ends.filter(({ type }) => type === 'approval')).toHaveLength(1);
    const [used] = await demo.web.sql<{ count: number }>(
      'select count(*)::integer as count from approval_link where used_at is not null and timeline_entry_id in (select id from timeline_entry where procurement_id = $1)',
      [document.id],
    );
    expect(used?.count).toBe(1);
  });

  it('API-41 asks about an exceeded limit, and stays unused until it is confirmed', async () => {
    const { document, token, approver } = await asked();
    const limit = (value: number | null) =>
      demo.web.sql('update lb_user set approval_limit = $2 where id = $1', [approver.context.userId, value]);
    await demo.web.sql("update lb_user set approval_limit = 0.01 where 'user-admin' <> all (roles)");
    const refused = (await decide(token, 'approve')).json<Shown>();
    expect(refused.confirm?.code).toBe('approval_limit_exceeded');
    expect((await look(token)).state).toBe('open');
    const done = await decided(token, 'approve', { confirmations: [refused.confirm?.hash] });
    await demo.web.sql("update lb_user set approval_limit = null where 'user-admin' <> all (roles)");
    await limit(null);
    expect(done).toMatchObject({ state: 'decided', decision: { isApproved: true } });
    expect(
      (await reloaded(document)).timeline.timeline_entries.map(({ message_code }) => message_code),
    ).toContain('approval_limit_exceeded');
  });

  it('reports that the document has changed since the mail', async () => {
    const { document, token } = await asked();
    await demo.web.sql(
      'update timeline set content_version = content_version + 1 where id = (select timeline_id from procurement where id = $1)',
      [document.id],
    );
    expect(await look(token)).toMatchObject({
      state: 'changed',
      brief: null,
      document: { path: `/procurement/form?id=${document.id}` },
    });
    expect((await decided(token, 'approve')).state).toBe('changed');
    expect((await reloaded(document)).status).toBe('approval');
  });

  it('reports a reassigned task, and a decision by another person', async () => {
    const { document, token, approver } = await asked();
    const other = await demo.person('approver3@demo.test');
    const moved = await act(approver, 'reassign', document, { person_id: other.context.userId });
    expect((await decided(token, 'approve')).state).toBe('moved');
    await act(other, 'decline', moved, { comment: 'Nicht jetzt' });
    expect(await look(token)).toMatchObject({
      state: 'decided',
      decision: { isApproved: false, isOwn: false, by: expect.any(String) },
    });
  });

  it('ends after 72 hours', async () => {
    const { document, token } = await asked();
    demo.web.clock.forward(73 * hour);
    const shown = await look(token);
    const pressed = await decided(token, 'approve');
    demo.web.clock.forward(-73 * hour);
    expect([shown.state, pressed.state, shown.brief]).toEqual(['expired', 'expired', null]);
    expect((await reloaded(document)).status).toBe('approval');
    expect((await look(token)).state).toBe('open');
  });

  it('MAIL-05 AUTH-09 reveals nothing to a blocked person or an archived tenant', async () => {
    const { document, token, approver } = await asked();
    const { userId, tenantId } = approver.context;
    const nothing = async () => {
      for (const answer of [await post('/api/approval/preview', { token }), await decide(token, 'approve')])
        expect([answer.status, answer.json<Shown>().code]).toEqual([404, 'link_expired']);
    };
    await demo.web.sql('update lb_user set blocked = true where id = $1', [userId]);
    await nothing();
    await demo.web.sql('update lb_user set blocked = false, active = false where id = $1', [userId]);
    await nothing();
    await demo.web.sql('update lb_user set active = true where id = $1', [userId]);
    await demo.web.sql("update tenant set status = 'archived' where id = $1", [tenantId]);
    await nothing();
    await demo.web.sql("update tenant set status = 'active' where id = $1", [tenantId]);
    // Archiving logged everybody out (OP-03).
    requester = await demo.person('requester@demo.test');
    expect((await reloaded(document)).status).toBe('approval');
  });

  it('is invalid on another tenant’s host, with a changed character, or after a change of address', async () => {
    const { token, approver } = await asked();
    const elsewhere = await demo.web.another({ allowedHosts: ['demo.localhost', 'other.localhost'] });
    const sent = { method: 'POST', url: '/api/approval/preview', payload: { token } } as const;
    const at = async (host: string) => (await elsewhere.inject({ ...sent, headers: { host } })).statusCode;
    expect([await at('demo.localhost'), await at('other.localhost')]).toEqual([200, 404]);
    const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    expect((await look(changed)).code).toBe('link_expired');
    const email = await emailOf(approver);
    await demo.web.sql("update lb_user set email = 'neu@demo.test' where id = $1", [approver.context.userId]);
    expect((await look(token)).code).toBe('link_expired');
    await demo.web.sql('update lb_user set email = $2 where id = $1', [approver.context.userId, email]);
  });

  it('TECH-07 appears in no log and no stored call', async () => {
    const { token } = await asked();
    await look(token);
    await decided(token, 'approve');
    const kept = await demo.web.sql<{ row: string }>(
      'select to_jsonb(t)::text as row from transaction t union all select to_jsonb(m)::text from mail m',
    );
    const written = [...kept.map(({ row }) => row), JSON.stringify(demo.web.log.lines())].join('\n');
    expect(written).not.toContain(token);
    expect(written).toContain('is_by_mail');
  });

  it('TASK-03 lets each group member decide with an own link, and notifies the others', async () => {
    const document = await submitted();
    const approver = await assignee(document);
    const group = await approvingGroup();
    await act(approver, 'reassign', document, { person_id: group });
    const [mia, tom] = await Promise.all([demo.person('mia@demo.test'), demo.person('tom@demo.test')]);
    const [ofMia, ofTom] = [await tokenFor(mia), await tokenFor(tom)];
    expect((await look(ofMia)).refusal).toBeNull();
    const first = await decide(ofMia, 'approve');
    const hash = first.json<Shown>().confirm?.hash;
    const done = hash ? await decided(ofMia, 'approve', { confirmations: [hash] }) : first.json<Shown>();
    expect(done).toMatchObject({ state: 'decided', decision: { isOwn: true } });
    expect(await decided(ofTom, 'decline', { comment: 'Nein' })).toMatchObject({
      state: 'decided',
      decision: { isApproved: true, isOwn: false, by: 'mia' },
    });
    expect(await mailOf(tom)).toContain('mia');
  });

  it('is deleted a month after its end', async () => {
    await demo.web.sql("update approval_link set expires_at = now() - interval '31 days'");
    await demo.web.sql('select app.clean_up()');
    expect(await demo.web.sql('select from approval_link')).toEqual([]);
  });
});

/** A group of Mia and Tom, who see requests and prices, with a limit. */
async function approvingGroup(): Promise<number> {
  const { tenantId } = requester.context;
  const add = async (name: string, isGroup: boolean) => {
    const [row] = await demo.web.sql<{ id: number }>(
      `insert into lb_user (tenant_id, name, email, is_group, lang, roles, approval_limit)
       values ($1, $2, $3, $4, 'de', $5, case when $4 then 100000 end) returning id`,
      [
        tenantId,
        name,
        isGroup ? null : `${name}@demo.test`,
        isGroup,
        isGroup ? ['user-see-all-orders', 'user-price'] : [],
      ],
    );
    return Number(row?.id);
  };
  const group = await add('Freigebende', true);
  for (const name of ['mia', 'tom'])
    await demo.web.sql(
      'insert into task_group_user (tenant_id, task_group_id, lb_user_id) values ($1, $2, $3)',
      [tenantId, group, await add(name, false)],
    );
  return group;
}
