import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Caller,
  type DemoApi,
  demoApi,
  demoSecrets,
  inPlaceOf,
} from '../../../../tests/support/demo-api.ts';
import { startTestStore, type TestStore } from '../../../../tests/support/object-store.ts';
import {
  orderList as list,
  PlayedMailServer,
  runsOf,
  weeklyOrders as wish,
} from '../../../../tests/support/regular-exports.ts';
import { exportedKinds } from '../../../app/server/kinds.ts';
import { contentWriter } from '../../../app/server/scheduled-contents.ts';
import type { Model } from '../../../graphql/model.ts';
import { readModels } from '../../../graphql/server/catalog.ts';
import { systemClock } from '../../../platform/server/clock.ts';
import { readFile as readStored } from '../../../platform/server/files/files.ts';
import { runJob } from '../../../platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../../platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../../platform/server/log.ts';
import { outgoingHosts } from '../../../platform/server/outgoing.ts';
import { entities } from '../../master-data/entities.ts';
import { runMutation, saveMutation } from '../mutations.ts';
import { scheduledExportJobs } from './run-job.ts';

let api: DemoApi;
let model: Model;
let buyer: Caller;
let admin: Caller;
let folder: string;
let server: PlayedMailServer;

beforeAll(async () => {
  api = await demoApi();
  await prepareQueue(api.db.ownerUrl);
  ({ tenant: model } = await readModels(api.db.database.pool));
  buyer = await api.person('buyer@demo.test');
  admin = await api.person('admin@demo.test');
  folder = await mkdtemp(join(tmpdir(), 'exports-'));
});
afterAll(async () => {
  await api?.close();
  if (folder) await rm(folder, { recursive: true });
});
beforeEach(async () => {
  server = new PlayedMailServer();
  await api.db.sql('delete from scheduled_export');
});

const saved = async (who: Caller, change: object = {}): Promise<number> => {
  const input = { idempotency_key: randomUUID(), ...wish, ...change };
  const answer = await who.get<{ scheduled_export_save: { id: number } }>(saveMutation, input);
  return answer.scheduled_export_save.id;
};
const refused = (who: Caller, change: object) =>
  who.refusal(saveMutation, { idempotency_key: randomUUID(), ...wish, ...change });

/** Runs the jobs that are due, each attempt once; `times` attempts for those that repeat. */
async function work(times = 1): Promise<void> {
  const { database } = api.db;
  const parts = { database, clock: systemClock, log: openLog('silent') };
  const files = { ...parts, graphql: api.graphql, entities, model, kinds: exportedKinds };
  const { handlers, givenUp } = scheduledExportJobs({
    ...{ database, clock: systemClock, publicUrl: 'https://kontor.example', secrets: demoSecrets },
    ...{ transport: server.transport(), hosts: outgoingHosts(['127.0.0.0/8']), directory: folder },
    write: contentWriter(files),
  });
  for (let time = 0; time < times; time += 1)
    for (const job of await api.db.sql<{ id: string; tenant_id: string }>(
      "select id, tenant_id from job where kind = 'scheduled_export' and state = 'queued'",
    ))
      await runJob({ ...parts, handlers, givenUp }, Number(job.tenant_id), Number(job.id));
}

const enqueue = () => api.db.database.atGate((tx) => tx.query('select app.enqueue_scheduled_exports()'));
const due = (id: number, ago = '1 minute') =>
  api.db.sql('update scheduled_export set next_run_at = now() - $2::interval where id = $1', [id, ago]);
/** Lets an export be due, and carries it out. */
async function happen(id: number, times = 1): Promise<void> {
  await due(id);
  await enqueue();
  await work(times);
}

const runs = (id: number) => runsOf(api.db, id);
const mails = () =>
  api.db.sql<{ id: string; recipient: string; kind: string; subject: string }>(
    "select id, recipient, kind, subject from mail where kind in ('export', 'warning') order by id",
  );
/** The text of the file of the last mail. */
async function lastFile(who: Caller): Promise<string> {
  const [row] = await api.db.sql<{ file_id: string }>(
    'select file_id from mail_attachment order by mail_id desc limit 1',
  );
  const { bytes } = await api.db.database.inTenant(who.context, (tx) => readStored(tx, row?.file_id ?? ''));
  return bytes.toString('utf8');
}
const destination = async (kind: string, place: string, more: object = {}): Promise<number> => {
  const object = { name: `${kind} ${randomUUID()}`, kind, place, ...more };
  const answer = await admin.get<{ insert_export_destination_one: { id: number } }>(
    'mutation ($object: export_destination_insert_input!) { insert_export_destination_one(object: $object) { id } }',
    { object },
  );
  return answer.insert_export_destination_one.id;
};

describe('EXP-17 a regular export by mail', () => {
  test('sends the list to its owner, with the rights and columns of the owner, and plans the next file', async () => {
    const id = await saved(buyer);
    const before = (await mails()).length;
    await happen(id);
    expect(await runs(id)).toMatchObject([{ state: 'sent', target: 'buyer@demo.test', problem: null }]);
    expect((await mails()).slice(before)).toMatchObject([
      { kind: 'export', recipient: 'buyer@demo.test', subject: 'Bestellungen' },
    ]);
    const lines = (await lastFile(buyer)).trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFNummer;Bezeichnung;Netto');
    expect(lines.length).toBe(1 + ((await runs(id))[0]?.row_count ?? 0));
    expect(lines.length).toBeGreaterThan(2);
    const [{ next, day } = { next: null, day: null }] = await api.db.sql<{ next: boolean; day: number }>(
      `select next_run_at > now() as next, extract(isodow from next_run_at at time zone 'Europe/Berlin')::int as day
       from scheduled_export where id = $1`,
      [id],
    );
    expect([next, day]).toEqual([true, 1]);
  });

  test('ROLE-07 a right that the owner has lost is missing in the next file', async () => {
    const id = await saved(buyer);
    // The person's own right and that of the task groups.
    const held = await api.db.sql<{ id: string; roles: string[] }>(
      `select id, roles from lb_user where (id = $1 or is_group) and 'user-price' = any (roles)`,
      [buyer.context.userId],
    );
    await api.db.sql("update lb_user set roles = array_remove(roles, 'user-price') where id = any ($1)", [
      held.map((each) => each.id),
    ]);
    await happen(id);
    for (const { id: holder, roles } of held)
      await api.db.sql('update lb_user set roles = $2 where id = $1', [holder, roles]);
    buyer = await api.person('buyer@demo.test');
    expect((await lastFile(buyer)).split('\r\n')[0]).toBe('\uFEFFNummer;Bezeichnung');
  });

  test('a moment has one file, also where the job is repeated, and the last missed moment is made up for', async () => {
    const id = await saved(buyer, { rhythm: 'daily' });
    await due(id, '3 days');
    await enqueue();
    await enqueue();
    await work();
    await enqueue();
    await work();
    expect(await runs(id)).toHaveLength(1);
    const [{ age } = { age: null }] = await api.db.sql<{ age: boolean }>(
      "select planned_at > now() - interval '25 hours' as age from scheduled_export_run where scheduled_export_id = $1",
      [id],
    );
    expect(age).toBe(true);
    await api.db.sql("update job set state = 'queued' where kind = 'scheduled_export'");
    const before = (await mails()).length;
    await work();
    expect((await mails()).length).toBe(before);
    expect(await runs(id)).toHaveLength(1);
  });

  test('a file ordered at once stands in the list until it is sent, once, and the rhythm stays', async () => {
    const id = await saved(buyer);
    const next = () =>
      api.db.sql<{ at: string }>('select next_run_at::text as at from scheduled_export where id = $1', [id]);
    const planned = await next();
    const order = () => buyer.get(runMutation, { idempotency_key: randomUUID(), id });
    await Promise.all([order(), order()]);
    expect(await runs(id)).toMatchObject([{ state: 'waiting' }]);
    await work();
    expect(await runs(id)).toMatchObject([{ state: 'sent', target: 'buyer@demo.test' }]);
    expect(await next()).toEqual(planned);
  });

  test('a mail that may have arrived is not sent a second time, and the run says so', async () => {
    const id = await saved(buyer);
    server.answer = { outcome: 'unknown', reason: 'connection lost' };
    await happen(id, 3);
    expect(await runs(id)).toMatchObject([
      { state: 'uncertain', problem: { code: 'export_arrival_unknown' } },
    ]);
    expect((await mails()).at(-1)).toMatchObject({ kind: 'warning', recipient: 'buyer@demo.test' });
    expect(server.files).toHaveLength(1);
  });

  test('a mail server that is away is asked again; a refusal is told to the owner with its reason', async () => {
    const id = await saved(buyer);
    server.answer = { outcome: 'postponed', reason: 'busy' };
    await happen(id);
    expect(await runs(id)).toMatchObject([{ state: 'waiting', problem: { code: 'export_not_delivered' } }]);
    server.answer = { outcome: 'accepted' };
    await work();
    expect(await runs(id)).toMatchObject([{ state: 'sent', problem: null }]);
    server.answer = { outcome: 'refused', reason: '550 mailbox unknown' };
    await happen(id);
    expect((await runs(id))[1]).toMatchObject({
      state: 'failed',
      problem: { code: 'export_not_delivered', values: { reason: '550 mailbox unknown' } },
    });
    expect((await mails()).at(-1)).toMatchObject({ kind: 'warning', recipient: 'buyer@demo.test' });
  });

  test('AUTH-35 each file that left is in the security log, without its place', async () => {
    const id = await saved(buyer);
    await happen(id);
    const rows = await api.db.sql(
      "select lb_user_id, what, means, target_id from security_log where kind = 'file_sent' and target_id = $1",
      [id],
    );
    expect(rows).toMatchObject([
      { lb_user_id: String(buyer.context.userId), what: 'mail', means: 'job', target_id: String(id) },
    ]);
  });

  test('SHEET-14 master data leave as CSV, with formulas made harmless', async () => {
    await api.db.sql(
      "update supplier set name = '=1+1' where id = (select min(id) from supplier where tenant_id = $1)",
      [admin.context.tenantId],
    );
    const id = await saved(admin, { content: { of: 'table', entity: 'supplier', text: '' } });
    await happen(id);
    expect(await lastFile(admin)).toContain("'=1+1");
  });
});

describe('EXP-17 the owner of a regular export', () => {
  test('who is blocked ends it: nothing is sent, and administrators are told', async () => {
    const id = await saved(buyer);
    await api.db.sql('update lb_user set blocked = true where id = $1', [buyer.context.userId]);
    const before = (await mails()).length;
    await happen(id);
    await api.db.sql('update lb_user set blocked = false where id = $1', [buyer.context.userId]);
    buyer = await api.person('buyer@demo.test');
    expect(await runs(id)).toMatchObject([{ state: 'failed', problem: { code: 'export_owner_gone' } }]);
    const sent = (await mails()).slice(before);
    expect(sent.filter(({ kind }) => kind === 'export')).toEqual([]);
    expect(sent.map(({ recipient }) => recipient)).toContain('admin@demo.test');
    const rows = await api.db.sql('select active, is_stopped from scheduled_export where id = $1', [id]);
    expect(rows).toEqual([{ active: false, is_stopped: true }]);
  });

  test('AUTH-34 a service account may be one, for administrators and with a destination', async () => {
    const [account] = await api.db.sql<{ id: string }>(
      "insert into lb_user (tenant_id, name, is_service, roles) values ($1, 'Auswertung', true, '{user-see-all-orders}') returning id",
      [admin.context.tenantId],
    );
    const owner_id = Number(account?.id);
    expect(await refused(buyer, { owner_id })).toMatchObject({ code: 'validation_failed' });
    expect((await refused(admin, { owner_id })).problems).toMatchObject([
      { field: 'destination_id', code: 'field_required' },
    ]);
    const id = await saved(admin, {
      owner_id,
      destination_id: await destination('mail', 'kanzlei@example.test'),
    });
    await happen(id);
    expect(await runs(id)).toMatchObject([{ state: 'sent', target: 'kanzlei@example.test' }]);
  });

  test('AUTH-29 nobody sets one up, runs or switches it on for another person', async () => {
    const id = await saved(buyer);
    expect(await refused(inPlaceOf(api, admin, buyer), {})).toMatchObject({ code: 'permission_denied' });
    expect(await refused(admin, { id })).toMatchObject({ code: 'permission_denied' });
    expect((await refused(admin, { owner_id: buyer.context.userId })).problems).toContainEqual(
      expect.objectContaining({ field: 'owner_id', code: 'not_selectable' }),
    );
    const to = (active: boolean, who: Caller) =>
      who.ask(
        'mutation ($key: uuid!, $id: bigint!, $active: Boolean!) { scheduled_export_switch(idempotency_key: $key, id: $id, active: $active) { active } }',
        { key: randomUUID(), id, active },
      );
    expect(await to(false, admin)).toMatchObject({ data: { scheduled_export_switch: { active: false } } });
    expect((await to(true, admin)).errors?.[0]?.extensions.code).toBe('permission_denied');
    await enqueue();
    await work();
    expect(await runs(id)).toEqual([]);
    expect(await to(true, buyer)).toMatchObject({ data: { scheduled_export_switch: { active: true } } });
  });

  test('sees his own alone; administrators see all', async () => {
    const id = await saved(buyer);
    await happen(id);
    const query = '{ scheduled_export { id } scheduled_export_run { scheduled_export_id } }';
    const requester = await api.person('requester@demo.test');
    expect(await requester.get(query)).toEqual({ scheduled_export: [], scheduled_export_run: [] });
    for (const who of [buyer, admin])
      expect(await who.get(query)).toEqual({
        scheduled_export: [{ id }],
        scheduled_export_run: [{ scheduled_export_id: id }],
      });
  });
});

describe('EXP-17 a wish that cannot be met is refused', () => {
  test.each([
    [{ name: ' ' }, 'name', 'field_required'],
    [{ weekdays: [] }, 'weekdays', 'field_required'],
    [{ weekdays: [8] }, 'weekdays', 'invalid_type'],
    [{ at_minute: 1440 }, 'at_minute', 'invalid_type'],
    [{ rhythm: 'monthly', month_day: 32 }, 'month_day', 'invalid_type'],
    [{ rhythm: 'monthly' }, 'month_day', 'invalid_type'],
    [{ content: { of: 'table', entity: 'lb_secret', text: '' } }, 'content', 'invalid_type'],
    [{ content: { ...list, columns: ['secrets'] } }, 'content', 'invalid_type'],
    [{ content: { ...list, search: { tab: 'unknown' } } }, 'content', 'invalid_type'],
    [{ content: 'text' }, 'content', 'invalid_type'],
    [{ destination_id: 404_404 }, 'destination_id', 'not_selectable'],
  ])('%j: %s %s', async (change, field, code) => {
    expect((await refused(buyer, change)).problems).toMatchObject([{ field, code }]);
  });
});

describe('EXP-17 destinations outside of the product', () => {
  const rowOf = async (id: number) => (await runs(id)).at(-1);

  test('an address that nobody approved gets nothing: only destinations, and these only while they are on', async () => {
    const destination_id = await destination('mail', 'kanzlei@example.test');
    const id = await saved(buyer, { destination_id });
    await happen(id);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', target: 'kanzlei@example.test' });
    await api.db.sql('update export_destination set active = false where id = $1', [destination_id]);
    await happen(id);
    expect(await rowOf(id)).toMatchObject({ state: 'failed', problem: { code: 'export_destination_off' } });
    expect((await refused(buyer, { destination_id })).problems).toMatchObject([{ code: 'not_selectable' }]);
  });

  test('AUTH-37 a new destination waits for a second administrator and cannot be chosen until then', async () => {
    const change = (roles: string) =>
      api.db.sql(`update lb_user set roles = ${roles} where email = 'receiver@demo.test'`);
    await change("roles || '{user-admin}'::text[]");
    const id = await destination('mail', 'fremd@example.test');
    await change("array_remove(roles, 'user-admin')");
    expect(await api.db.sql('select active from export_destination where id = $1', [id])).toEqual([
      { active: false },
    ]);
    expect((await refused(buyer, { destination_id: id })).problems).toMatchObject([
      { code: 'not_selectable' },
    ]);
  });

  test('a folder gets the file whole, named by the planned moment; without the folder of the tenant the run fails', async () => {
    const id = await saved(buyer, { destination_id: await destination('folder', 'Monat') });
    await happen(id);
    expect(await rowOf(id)).toMatchObject({ state: 'failed', problem: { code: 'export_folder_missing' } });
    const [{ name } = { name: '' }] = await api.db.sql<{ name: string }>(
      'select name from tenant where id = $1',
      [admin.context.tenantId],
    );
    await mkdir(join(folder, name));
    await happen(id);
    const run = await rowOf(id);
    expect(run).toMatchObject({ state: 'sent', problem: null });
    const files = await readdir(join(folder, name, 'Monat'));
    expect(files).toEqual([run?.file_name]);
    expect(files[0]).toMatch(/^Bestellungen_\d{4}-\d\d-\d\d_\d{4}_\d+\.csv$/);
    expect(await readFile(join(folder, name, 'Monat', files[0] ?? ''), 'utf8')).toContain(
      'Nummer;Bezeichnung;Netto',
    );
  });

  test('TECH-16 TECH-11 an object store gets the file once; a refusal and a private address are told', async () => {
    const store: TestStore = await startTestStore();
    try {
      const { origin, username, password } = new URL(store.url);
      const place = `${origin}/kontor-files/berichte`;
      const access = { region: 'eu-test-1', access_key_id: username };
      const secret_access_key = decodeURIComponent(password);
      const destination_id = await destination('store', place, { ...access, secret_access_key });
      const id = await saved(buyer, { destination_id, format: 'xlsx' });
      store.fail('lost_answer', 1, /^PUT/);
      await happen(id);
      expect(await rowOf(id)).toMatchObject({ state: 'sent', target: place });
      expect([...store.objects.keys()]).toEqual([`berichte/${(await rowOf(id))?.file_name}`]);
      store.fail('denied', 1, /^PUT/);
      await happen(id);
      expect(await rowOf(id)).toMatchObject({ state: 'failed', problem: { code: 'export_not_delivered' } });
      const moved = `mutation ($id: bigint!) { update_export_destination_by_pk(
        pk_columns: { id: $id }, _set: { place: "https://10.0.0.1/kontor-files", active: false }) { secret_access_key } }`;
      // The secret of one store is never sent to another.
      expect(await admin.get(moved, { id: destination_id })).toMatchObject({
        update_export_destination_by_pk: { secret_access_key: null },
      });
    } finally {
      await store.close();
    }
  });
});
