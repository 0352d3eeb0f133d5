import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refused, refuse } from '../../src/base/refusal.ts';
import { arrived, type Found, missing } from '../../src/features/accounting-export/reconciling/found.ts';
import type { OnlineTransport } from '../../src/features/accounting-export/server/online/transport.ts';
import { resolveRun } from '../../src/features/accounting-export/server/reconciling/resolve-uncertain.ts';
import type { Invoice } from '../invoice/invoices.ts';
import { isDeep } from '../support/depth.ts';
import { type ExportingDemo, exportingDemo, type Run } from './exports.ts';

/** The target's answer about invoices by entry; null where it does not answer. */
let held: ReadonlyMap<number, Found> | null = new Map();

/** A target that accepts everything and does not report its bookings. */
const silent: OnlineTransport = {
  open: async () => ({
    maxTogether: 100,
    book: async (tx, { invoice_id }) => {
      const { day, gross, currency } = await tx.one<{ day: string; gross: string; currency: string }>(
        'select invoice_date as day, total_brutto as gross, currency from invoice where id = $1',
        [invoice_id],
      );
      return { day, gross, currency, control: gross, payload: {} };
    },
    groupOf: ({ day }) => day.slice(0, 7),
    send: async (transfer, entries) => {
      await transfer.refer(`job-${transfer.id}`);
      await transfer.handOver();
      await transfer.keepProtocol({ entries: [{ type: 'warning', text: 'Zeitüberschreitung' }] });
      for (const entry of entries)
        await transfer.endSent(entry, { state: 'uncertain', problem: refuse('export_uncertain') });
    },
    look: async () => {
      if (held === null) throw new Refused(refuse('export_connection_inactive'));
      return held;
    },
  }),
};

let fixture: ExportingDemo;

beforeAll(async () => {
  fixture = await exportingDemo({ target: 'datev', transports: () => ({ datev: silent }) });
});
afterAll(() => fixture.close());

let brought = 0;

/** Each invoice has a distinct amount, so that none is a duplicate. */
async function inDoubt(count: number): Promise<{
  readonly invoices: readonly Invoice[];
  readonly run: Run;
  readonly amounts: readonly number[];
}> {
  const invoices: Invoice[] = [];
  const amounts = Array.from({ length: count }, (_, place) => 100 + brought + place);
  brought += count;
  for (const amount of amounts)
    invoices.push(await fixture.waiting({ invoice_date: '2026-10-05', total_brutto: `${amount}.00` }));
  const [run] = await fixture.exported({ invoice_ids: invoices.map(({ id }) => id) });
  if (run === undefined) throw new Error('there is no run');
  return { invoices, run, amounts };
}

interface Seen {
  readonly status: string;
  readonly entries: readonly {
    readonly id: number;
    readonly state: string;
    readonly reference: string | null;
    readonly problem: { readonly code: string } | null;
  }[];
  readonly timeline: {
    readonly timeline_entries: readonly {
      readonly message_code: string | null;
      readonly comment: string | null;
    }[];
  };
}

async function seen({ id }: Invoice): Promise<Seen> {
  const text = `query ($id: bigint!) { invoice_by_pk(id: $id) { status
    entries: invoice_export_entries(order_by: { id: asc }) { id state reference problem }
    timeline { timeline_entries(where: { message_code: { _in: ["exported", "export_failed"] } }, order_by: { entry_no: asc }) {
      message_code comment } } } }`;
  return (await fixture.accountant.get<{ invoice_by_pk: Seen }>(text, { id })).invoice_by_pk;
}

async function runNow({ id }: Run) {
  const text = `query ($id: bigint!) { invoice_export_run_by_pk(id: $id) { exported_count failed_count control_total } }`;
  return (await fixture.accountant.get<{ invoice_export_run_by_pk: object }>(text, { id }))
    .invoice_export_run_by_pk;
}

const entryOf = async (invoice: Invoice) => (await seen(invoice)).entries[0]?.id ?? 0;

async function endSent(path: string, payload: object, who = fixture.accountant) {
  const answer = await who.send({ method: 'POST', url: `/api/invoice/export/${path}/settle`, payload });
  return { status: answer.status, body: answer.json() };
}

describe('EXP-08 an invoice whose booking the target does not report', () => {
  it('stays uncertain until manually confirmed, and is in no other run', async () => {
    const { invoices, run } = await inDoubt(1);
    expect(run).toMatchObject({ state: 'done', exported_count: 0, failed_count: 0 });
    const [invoice] = invoices as [Invoice];
    expect(await seen(invoice)).toMatchObject({
      status: 'export',
      entries: [{ state: 'uncertain', problem: { code: 'export_uncertain' } }],
    });
    const [again] = await fixture.exported({ invoice_ids: [invoice.id] });
    expect(again?.entries).toMatchObject([{ state: 'failed', problem: { code: 'export_uncertain' } }]);
  });

  it("is completed where a person confirms its booking, with the person's reference and remark", async () => {
    const { invoices, run, amounts } = await inDoubt(1);
    const [invoice] = invoices as [Invoice];
    const entry = await entryOf(invoice);
    const finding = { exported: true, reference: ' B-4711 ', comment: 'Im Journal gesehen' };
    expect(await endSent(`entry/${entry}`, finding)).toMatchObject({ status: 200 });
    expect(await seen(invoice)).toMatchObject({
      status: 'completed',
      entries: [{ state: 'exported', reference: 'B-4711', problem: null }],
      timeline: {
        timeline_entries: [
          { message_code: 'export_failed', comment: null },
          { message_code: 'exported', comment: 'Im Journal gesehen' },
        ],
      },
    });
    expect(await runNow(run)).toEqual({ exported_count: 1, failed_count: 0, control_total: amounts[0] });
    expect(await endSent(`entry/${entry}`, finding)).toMatchObject({ status: 200 });
    expect(await endSent(`entry/${entry}`, { exported: false })).toMatchObject({
      status: 422,
      body: { code: 'export_not_uncertain' },
    });
    expect((await seen(invoice)).timeline.timeline_entries).toHaveLength(2);
  });

  it('waits again where it is not booked there, with the reason', async () => {
    const { invoices, run } = await inDoubt(1);
    const [invoice] = invoices as [Invoice];
    const entry = await entryOf(invoice);
    expect(await endSent(`entry/${entry}`, { exported: false, comment: 'Fehlt dort' })).toMatchObject({
      status: 200,
    });
    const after = await seen(invoice);
    expect(after).toMatchObject({
      status: 'export',
      entries: [{ state: 'failed', problem: { code: 'export_not_booked' } }],
    });
    expect(after.timeline.timeline_entries.at(-1)).toEqual({
      message_code: 'export_failed',
      comment: 'Fehlt dort',
    });
    expect(await runNow(run)).toEqual({ exported_count: 0, failed_count: 1, control_total: 0 });
    const [again] = await fixture.exported({ invoice_ids: [invoice.id] });
    expect(again?.entries).toMatchObject([{ state: 'uncertain' }]);
  });

  it('is settled once when two persons give different findings at the same time', async () => {
    const { invoices, run } = await inDoubt(1);
    const [invoice] = invoices as [Invoice];
    const entry = await entryOf(invoice);
    const admin = await fixture.demo.person('admin@demo.test');
    const [one, other] = await Promise.all([
      endSent(`entry/${entry}`, { exported: true }),
      endSent(`entry/${entry}`, { exported: false }, admin),
    ]);
    expect([one.status, other.status].toSorted()).toEqual([200, 422]);
    const isBooked = one.status === 200;
    expect(await seen(invoice)).toMatchObject({ entries: [{ state: isBooked ? 'exported' : 'failed' }] });
    expect(await runNow(run)).toMatchObject({
      exported_count: isBooked ? 1 : 0,
      failed_count: isBooked ? 0 : 1,
    });
  });

  it('is counted once together with others of its run that are settled at the same time', async () => {
    const { invoices, run, amounts } = await inDoubt(4);
    const entries = await Promise.all(invoices.map(entryOf));
    const answers = await Promise.all(
      entries.map((entry, place) => endSent(`entry/${entry}`, { exported: place > 0 })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const booked = amounts.slice(1).reduce((sum, amount) => sum + amount, 0);
    expect(await runNow(run)).toEqual({ exported_count: 3, failed_count: 1, control_total: booked });
  });
});

describe('EXP-08 all uncertain invoices of a run', () => {
  it.runIf(isDeep)('are settled fifty at a time, also by two persons at once', async () => {
    const { invoices, run } = await inDoubt(52);
    const first = await endSent(`${run.id}`, { exported: true, comment: 'Stapel gebucht' });
    expect(first).toEqual({ status: 200, body: { settled: 50, left: 2 } });
    const admin = await fixture.demo.person('admin@demo.test');
    const answers = await Promise.all([
      endSent(`${run.id}`, { exported: true }),
      endSent(`${run.id}`, { exported: true }, admin),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.reduce((sum, { body }) => sum + Number(body.settled), 0)).toBe(2);
    expect(await runNow(run)).toMatchObject({ exported_count: 52, failed_count: 0 });
    const last = await seen(invoices.at(-1) as Invoice);
    expect(last.status).toBe('completed');
  });
});

describe('EXP-04 a person who settles exports', () => {
  it('AUTH-29 must not act as another person', async () => {
    const { run } = await inDoubt(1);
    const admin = await fixture.demo.person('admin@demo.test');
    const acting = { ...fixture.accountant.context, actorId: admin.context.userId };
    const settling = fixture.demo.web.database.inTenant(acting, (tx) =>
      resolveRun(tx, acting, run.id, { exported: true }),
    );
    await expect(settling).rejects.toMatchObject({ refusal: { code: 'permission_denied' } });
  });

  it('must have the right to export, and name existing entries', async () => {
    const { invoices, run } = await inDoubt(1);
    const entry = await entryOf(invoices[0] as Invoice);
    const requester = await fixture.demo.person('requester@demo.test');
    for (const path of [`entry/${entry}`, `${run.id}`]) {
      expect(await endSent(path, { exported: true }, requester)).toMatchObject({ status: 403 });
      expect(await endSent(path, {})).toMatchObject({ status: 422 });
      expect(await endSent(path, { exported: 'yes' })).toMatchObject({ status: 422 });
    }
    for (const path of ['entry/404404', '404404', 'entry/x', 'entry/1e3', '99999999999999999999'])
      expect(await endSent(path, { exported: true })).toMatchObject({ status: 404 });
    const tooLong = { exported: true, reference: 'x'.repeat(201) };
    expect(await endSent(`entry/${entry}`, tooLong)).toMatchObject({ status: 422 });
    expect((await seen(invoices[0] as Invoice)).entries).toMatchObject([{ state: 'uncertain' }]);
  });
});

/** Runs all due automatic queries of targets; returns the number of queried runs. */
async function asked(): Promise<number> {
  const { sql } = fixture.demo.web;
  await sql('select app.enqueue_export_looks()');
  await sql('select app.enqueue_export_looks()');
  const jobs = await sql<{ id: string }>(
    `select id from job where kind = 'export_look' and state = 'queued'`,
  );
  for (const { id } of jobs) await fixture.work(Number(id));
  return jobs.length;
}

/** Sets the end of the run to this time ago, and of all others beyond these tests. */
async function ended({ id }: Run, ago: string): Promise<void> {
  await fixture.demo.web.sql(
    `update invoice_export_run set ended_at = now() - case when id = $1 then $2 else '30 days' end::interval,
       asked_at = asked_at - interval '1 day 1 minute'`,
    [id, ago],
  );
}

const mails = () =>
  fixture.demo.web.sql<{ subject: string; text: string; recipient: string }>(
    'delete from mail returning subject, text_body as text, recipient',
  );

const shownRun = async ({ id }: Run) => {
  const text = `query ($id: bigint!) { invoice_export_run(where: { id: { _eq: $id } }) { asked_at ask_problem compared_at
    entries: invoice_export_entries(order_by: { id: asc }) { id state found } } }`;
  const { invoice_export_run: runs } = await fixture.accountant.get<{
    invoice_export_run: {
      asked_at: string | null;
      ask_problem: object | null;
      compared_at: string | null;
      entries: { id: number; state: string; found: string | null }[];
    }[];
  }>(text, { id });
  return runs[0];
};

describe('EXP-29 a target is queried automatically', () => {
  it('ten minutes after the run and daily until everything is found, and doubts are settled', async () => {
    const { run, invoices } = await inDoubt(2);
    const [first, second] = (await shownRun(run))?.entries ?? [];
    await ended(run, '9 minutes');
    expect(await asked()).toBe(0);
    await ended(run, '11 minutes');
    held = new Map([[first?.id ?? 0, arrived]]);
    expect(await asked()).toBe(1);
    expect(await shownRun(run)).toMatchObject({
      asked_at: expect.any(String),
      ask_problem: null,
      compared_at: expect.any(String),
      entries: [
        { state: 'exported', found: 'arrived' },
        { state: 'uncertain', found: 'unknown' },
      ],
    });
    expect(await asked()).toBe(0);
    await ended(run, '1 day');
    held = new Map([[second?.id ?? 0, arrived]]);
    expect(await asked()).toBe(1);
    // Earlier findings are kept, although the target no longer reports them.
    expect((await shownRun(run))?.entries.map(({ found }) => found)).toEqual(['arrived', 'arrived']);
    for (const { id } of invoices) {
      const [row] = await fixture.demo.web.sql('select status, is_leaving from invoice where id = $1', [id]);
      expect(row).toEqual({ status: 'completed', is_leaving: false });
    }
    await ended(run, '2 days');
    expect(await asked()).toBe(0);
  });

  it('informs all people who export once about missing invoices', async () => {
    const { run, invoices } = await inDoubt(2);
    const [first, second] = (await shownRun(run))?.entries ?? [];
    await ended(run, '11 minutes');
    await mails();
    held = new Map([
      [first?.id ?? 0, arrived],
      [second?.id ?? 0, missing],
    ]);
    expect(await asked()).toBe(1);
    const [payload] = (await mails()).filter(({ recipient }) => recipient === 'accountant@demo.test');
    expect(payload?.subject).toMatch(/^Rechnungsübergabe EX-\d+: nicht bestätigt: 1$/);
    expect(payload?.text).toContain(`${invoices[1]?.invoice_number_formatted}: dort nicht zu finden`);
    expect(payload?.text).not.toContain(`${invoices[0]?.invoice_number_formatted}:`);
    await ended(run, '1 day');
    expect(await asked()).toBe(1);
    expect(await mails()).toEqual([]);
  });

  it('reports a missing answer, after the last query the unconfirmed invoices, and then stops', async () => {
    const { run } = await inDoubt(1);
    await mails();
    held = null;
    await ended(run, '5 days');
    expect(await asked()).toBe(1);
    expect(await shownRun(run)).toMatchObject({
      asked_at: expect.any(String),
      ask_problem: { code: 'export_connection_inactive' },
      compared_at: null,
    });
    expect(await mails()).toEqual([]);
    await ended(run, '6 days 1 hour');
    expect(await asked()).toBe(1);
    const payload = (await mails()).filter(({ recipient }) => recipient === 'accountant@demo.test');
    expect(payload).toEqual([
      expect.objectContaining({ text: expect.stringContaining('Stand dort unbekannt') }),
    ]);
    await ended(run, '8 days 1 hour');
    expect(await asked()).toBe(0);
    held = new Map();
  });
});
