import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkExtf } from '../../scripts/extf/check-extf.ts';
import { addDays, dayOfInstant } from '../../src/base/day.ts';
import { monthEndOf } from '../../src/base/periods.ts';
import type { ClosedFile, ClosingAnswer } from '../../src/features/month-end/closing.ts';
import { lastMonthEnd, type MonthEndAnswer } from '../../src/features/month-end/model.ts';
import type { MonthEndList } from '../../src/features/month-end/search.ts';
import { closingJob } from '../../src/features/month-end/server/closing/close-month.ts';
import { closingJobs } from '../../src/features/month-end/server/closing/closing-job.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let client: number;
/** An invoice of the month that is declined after the closing. */
let declined: string;

const today = dayOfInstant(new Date(), 'Europe/Berlin');
const day = lastMonthEnd(today);
const lists: readonly MonthEndList[] = [
  'received_not_invoiced',
  'services_not_invoiced',
  'invoiced_not_received',
  'commitments',
  'not_exported',
  'discounts',
];

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  accountant = await demo.person('accountant@demo.test');
  const [found] = await demo.web.sql<{ id: number }>(
    `select p.client_id as id from order_movement m join procurement p on p.tenant_id = m.tenant_id and p.id = m.procurement_id
     where m.tenant_id = $1 and m.kind = 'received' and m.day <= $2 group by 1 order by count(*) desc limit 1`,
    [accountant.context.tenantId, day],
  );
  client = Number(found?.id);
  await demo.web.sql(
    `update client set accrual_account = '160100009', consultant_number = coalesce(consultant_number, '1001'),
       client_number = coalesce(client_number, '456') where tenant_id = $1 and id = $2`,
    [accountant.context.tenantId, client],
  );
  declined = await addInvoice('120.40');
});
afterAll(() => demo.close());

async function addInvoice(net: string): Promise<string> {
  const { tenantId, userId } = accountant.context;
  const [timeline] = await demo.web.sql<{ id: string }>(
    'insert into timeline (tenant_id) values ($1) returning id',
    [tenantId],
  );
  const [added] = await demo.web.sql<{ id: string }>(
    `insert into invoice (tenant_id, timeline_id, creator_id, client_id, status, invoice_date, total_netto, total_brutto)
     values ($1, $2, $3, $4, 'approval', $5, $6, $6) returning id::text`,
    [tenantId, timeline?.id, userId, client, day, net],
  );
  return added?.id ?? '';
}

const post = (who: WebCaller, url: string, payload: object) => who.send({ method: 'POST', url, payload });
const closeAs = (who: WebCaller, change: object = {}) =>
  post(who, '/api/month-end/closing', { client, day, language: 'de', ...change });

async function stateOf(who: WebCaller): Promise<ClosingAnswer> {
  return (await post(who, '/api/month-end/closing/state', { client, day })).json<ClosingAnswer>();
}

/** Closes the month, or adds its missing files. */
async function closeAndWrite(): Promise<void> {
  const { job_id } = (await closeAs(accountant)).json<{ job_id: number }>();
  const { database } = demo.web;
  const parts = { database, clock: systemClock, log: openLog('info') };
  await runJob({ ...parts, handlers: closingJobs({ database }) }, accountant.context.tenantId, job_id);
  const [job] = await demo.web.sql<{ kind: string; state: string; error: unknown }>(
    'select kind, state, error from job where tenant_id = $1 and id = $2',
    [accountant.context.tenantId, job_id],
  );
  expect(job).toEqual({ kind: closingJob, state: 'done', error: null });
}

const netOf = ({ totals }: MonthEndAnswer): number =>
  totals.reduce((cents, { amounts }) => cents + Math.round(Number(amounts.net) * 100), 0);

async function listed(list: MonthEndList): Promise<MonthEndAnswer> {
  return (await post(accountant, '/api/month-end', { list, day, client })).json<MonthEndAnswer>();
}

async function codeOf(answer: ReturnType<typeof closeAs>): Promise<string> {
  return JSON.stringify((await answer).json());
}

async function fileOf({ content }: ClosedFile): Promise<{ bytes: Buffer; name: string }> {
  const { closed } = await stateOf(accountant);
  const { body, headers } = await accountant.send({
    ...{ method: 'GET', url: `/api/month-end/closing/${closed?.id}/${content}` },
  });
  const [, name = ''] = /filename="([^"]+)"/.exec(String(headers['content-disposition'])) ?? [];
  return { bytes: body, name };
}

const file = async (content: string): Promise<ClosedFile> => {
  const found = (await stateOf(accountant)).closed?.files.find((one) => one.content === content);
  if (found === undefined) throw new Error(`no file of ${content}`);
  return found;
};

/** What was received and is not invoiced by the day, and has an account, from the movements in plain numbers. */
async function receivedWithAccount(): Promise<number> {
  const rows = await demo.web.sql<{ line: string; kind: string; net: string; has_account: boolean }>(
    `select m.line, m.kind, sum(m.net)::text as net, bool_or(coalesce(l.ledger_account_id, p.ledger_account_id) is not null) as has_account
     from order_movement m join procurement p on p.tenant_id = m.tenant_id and p.id = m.procurement_id
     left join procurement_line l on l.tenant_id = m.tenant_id and l.id = m.line
     where m.tenant_id = $1 and p.client_id = $2 and m.day <= $3 group by 1, 2`,
    [accountant.context.tenantId, client, day],
  );
  let cents = 0;
  for (const own of Map.groupBy(rows, ({ line }) => line).values()) {
    const of = (kind: string) => Math.round(Number(own.find((row) => row.kind === kind)?.net ?? 0) * 100);
    const expected = of('ordered') - of('ended');
    const invoiced = Math.min(Math.max(of('invoiced'), 0), Math.max(of('ordered'), 0));
    const received = Math.min(of('received'), Math.max(expected, invoiced));
    if (own[0]?.has_account) cents += Math.max(0, received - invoiced);
  }
  return cents;
}

describe('DASH-08 a month of a company is closed', () => {
  let before: ReadonlyMap<MonthEndList, MonthEndAnswer>;

  it('only for a whole month that is over, and by people who see the company and export', async () => {
    expect(await stateOf(accountant)).toEqual({
      ...{ closed: null, may_close: true, has_accrual_account: true },
      ...{ addable: 0, is_complete: false, is_writing: false },
    });
    expect(await codeOf(closeAs(accountant, { day: addDays(day, -1) }))).toContain('month_not_over');
    expect(await codeOf(closeAs(accountant, { day: monthEndOf(today) }))).toContain('month_not_over');
    for (const email of ['receiver@demo.test', 'buyer@demo.test']) {
      const other = await demo.person(email);
      expect(await codeOf(closeAs(other))).toContain('permission_denied');
      expect((await post(other, '/api/month-end/closing/state', { client, day })).status).not.toBe(200);
    }
  });

  it('its lists are stored as files with their hash and current rows', async () => {
    before = new Map(await Promise.all(lists.map(async (list) => [list, await listed(list)] as const)));
    await closeAndWrite();
    for (const [list, { count }] of before) {
      const kept = await file(list);
      const { bytes } = await fileOf(kept);
      expect(kept.count, list).toBe(count);
      expect(createHash('sha256').update(bytes).digest('hex'), list).toBe(kept.sha256);
      expect(bytes.toString().trimEnd().split('\r\n'), list).toHaveLength(count + 1);
    }
    expect(before.get('received_not_invoiced')?.count).toBeGreaterThan(0);
  });

  it('accruals that no suitable account can book are listed with what they lack, and no batch is written', async () => {
    const [goods, services] = [before.get('received_not_invoiced'), before.get('services_not_invoiced')];
    const leftOut = await listed('accruals_left_out');
    expect(new Set(leftOut.rows.map(({ lack }) => lack))).toEqual(new Set(['accrual_account']));
    expect(netOf(leftOut)).toBe((goods ? netOf(goods) : 0) + (services ? netOf(services) : 0));
    expect(netOf(leftOut)).toBeGreaterThan(0);
    const { closed } = await stateOf(accountant);
    expect(closed?.files.map(({ content }) => content)).not.toContain('accruals');
  });

  it('its accruals are added once there is an account, and those that still lack one are kept as a list', async () => {
    await demo.web.sql("update client set accrual_account = '1601' where id = $1", [client]);
    const id = before.get('received_not_invoiced')?.rows[0]?.id;
    await demo.web.sql('update procurement set ledger_account_id = null where id = $1', [id]);
    await demo.web.sql('update procurement_line set ledger_account_id = null where procurement_id = $1', [
      id,
    ]);
    const leftOut = await listed('accruals_left_out');
    expect(leftOut.rows.map((row) => row.id)).toContain(id);
    await closeAndWrite();
    const { left_out } = await file('accruals');
    expect(left_out).toBe(leftOut.count);
    const { closed } = await stateOf(accountant);
    const kept = closed?.files.find(({ content }) => content === 'accruals_left_out');
    expect(kept?.count).toBe(leftOut.count);
    for (const { lack, account } of leftOut.rows) expect([lack, account]).toEqual(['account', null]);
  });

  it('its accruals are a valid EXTF batch with the sum of the goods, and the reversal of the first', async () => {
    const rows = await Promise.all(
      ['accruals', 'accruals_reversal'].map(async (content) => {
        const { bytes, name } = await fileOf(await file(content));
        expect(checkExtf(bytes, name).findings).toEqual([]);
        const cells = bytes.toString('latin1').trimEnd().split('\r\n').slice(2);
        return cells.map((row) => row.split(';'));
      }),
    );
    const [booked = [], reversed = []] = rows;
    const ofOrders = booked.filter((row) => row[10]?.startsWith('"PO-'));
    const cents = ofOrders.reduce(
      (total, row) => total + Math.round(Number(row[0]?.replace(',', '.')) * 100),
      0,
    );
    expect(cents).toBe(await receivedWithAccount());
    expect(cents).toBeGreaterThan(0);
    const dayOf = (one: string): string => `${one.slice(8, 10)}${one.slice(5, 7)}`;
    for (const row of booked) expect([row[1], row[9]]).toEqual(['"H"', dayOf(day)]);
    expect(reversed.map((row) => [row[0], row[1], row[6], row[7], row[9]])).toEqual(
      booked.map((row) => [row[0], '"S"', row[6], row[7], dayOf(addDays(day, 1))]),
    );
  });

  it('what its batch left out is booked by a second one once it has an account, and nothing is booked twice', async () => {
    const waiting = await listed('accruals_left_out');
    expect(await stateOf(accountant)).toMatchObject({ addable: 0, is_complete: true });
    expect(await codeOf(closeAs(accountant))).toContain('month_closed');
    const [account] = await demo.web.sql<{ id: number }>(
      "select id from ledger_account where tenant_id = $1 and active and number ~ '^[0-9]{4}$' order by id limit 1",
      [accountant.context.tenantId],
    );
    for (const { kind, id } of waiting.rows) {
      await demo.web.sql(`update ${kind} set ledger_account_id = $2 where id = $1`, [id, account?.id]);
    }
    expect((await listed('accruals_left_out')).count).toBe(0);
    expect(await stateOf(accountant)).toMatchObject({ addable: waiting.count, is_complete: false });
    await closeAndWrite();
    const [first, second] = await Promise.all(['accruals', 'accruals_2'].map((content) => file(content)));
    expect([first?.left_out, second?.left_out]).toEqual([waiting.count, 0]);
    const { bytes, name } = await fileOf(second as ClosedFile);
    expect(checkExtf(bytes, name).findings).toEqual([]);
    const cents = bytes
      .toString('latin1')
      .trimEnd()
      .split('\r\n')
      .slice(2)
      .reduce((total, row) => total + Math.round(Number(row.split(';')[0]?.replace(',', '.')) * 100), 0);
    expect(cents).toBe(netOf(waiting));
    expect((await file('accruals_reversal_2')).count).toBe(second?.count);
    expect(await stateOf(accountant)).toMatchObject({ addable: 0, is_complete: true, is_writing: false });
  });

  it('DASH-08 a closing says while its files are written, so that the page renews what it shows', async () => {
    const { tenantId } = accountant.context;
    const [job] = await demo.web.sql<{ id: number }>(
      'select max(id) as id from job where tenant_id = $1 and kind = $2',
      [tenantId, closingJob],
    );
    await demo.web.sql("update job set state = 'running' where tenant_id = $1 and id = $2", [
      tenantId,
      job?.id,
    ]);
    expect(await stateOf(accountant)).toMatchObject({ is_writing: true });
    await demo.web.sql("update job set state = 'done' where tenant_id = $1 and id = $2", [tenantId, job?.id]);
    expect(await stateOf(accountant)).toMatchObject({ is_writing: false });
  });

  it('it cannot be closed again or reopened, nor an earlier one closed', async () => {
    expect(await codeOf(closeAs(accountant))).toContain('month_closed');
    expect(await codeOf(closeAs(accountant, { day: lastMonthEnd(day) }))).toContain('month_closed');
    const change = (statement: string) =>
      demo.web.database.inTenant(accountant.context, (tx) => tx.query(statement), { role: 'writer' });
    await expect(change('delete from closed_month')).rejects.toThrow('permission denied');
    await expect(change('update closed_month_file set count = 0')).rejects.toThrow('permission denied');
  });

  it('its lists stay unchanged, and later changes and invoices are in a separate list', async () => {
    await demo.web.sql("update invoice set status = 'declined' where tenant_id = $1 and id = $2", [
      accountant.context.tenantId,
      declined,
    ]);
    const late = await addInvoice('77.50');
    for (const list of lists) expect(await listed(list), list).toEqual(before.get(list));
    const { rows, totals } = await listed('changed_after_closing');
    expect(
      rows.map(({ id, before: was, after, difference }) => [String(id), was, after, difference]),
    ).toEqual([
      [declined, '120.40', null, '-120.40'],
      [late, null, '77.50', '77.50'],
    ]);
    expect(totals[0]?.amounts.difference).toBe('-42.90');
    const kept = await file('not_exported');
    const { bytes } = await fileOf(kept);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(kept.sha256);
  });
});
