import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act, type Invoice, invoiceFields } from '../invoice/invoices.ts';
import { inDepth } from '../support/depth.ts';
import { downloaded, type ExportingDemo, exportingDemo } from './exports.ts';

let fixture: ExportingDemo;

beforeAll(async () => {
  fixture = await exportingDemo();
});
afterAll(() => fixture.close());

interface ShownRun {
  readonly state: string;
  readonly withdrawn_reason: string | null;
  readonly withdrawn_at: string | null;
  readonly withdrawn_by: { readonly email: string } | null;
  readonly entries: readonly { readonly state: string }[];
}

/** A run as listed. */
async function runOf(id: number): Promise<ShownRun> {
  const { run } = await fixture.accountant.get<{ run: ShownRun }>(
    `query ($id: bigint!) { run: invoice_export_run_by_pk(id: $id) { state withdrawn_reason withdrawn_at
       withdrawn_by { email } entries: invoice_export_entries(order_by: { id: asc }) { state } } }`,
    { id },
  );
  return run;
}

type ExportedInvoice = Invoice & { readonly exported_at: string | null };

async function invoiceOf(id: number): Promise<ExportedInvoice> {
  const { invoice } = await fixture.accountant.get<{ invoice: ExportedInvoice }>(
    `query ($id: bigint!) { invoice: invoice_by_pk(id: $id) { exported_at ${invoiceFields} } }`,
    { id },
  );
  return invoice;
}

interface Ended {
  readonly state: string;
  readonly result: { readonly returned: number; readonly kept: number } | null;
  readonly error: { readonly code: string } | null;
}

async function ordered(id: unknown, reason: unknown = 'Falscher Monat', who = fixture.accountant) {
  const url = `/api/invoice/export/${id}/withdraw`;
  const { status, json } = await who.send({ method: 'POST', url, payload: { reason } });
  return { status, body: json<{ readonly job_id?: number; readonly code?: string }>() };
}

async function jobOf(id = 0): Promise<Ended> {
  return (await fixture.accountant.send({ method: 'GET', url: `/api/job/${id}` })).json<Ended>();
}

/** Withdraws a run and returns the result. */
async function withdrawn(id: number, reason?: string): Promise<Ended> {
  const { body } = await ordered(id, reason);
  await fixture.work(body.job_id ?? 0);
  return await jobOf(body.job_id);
}

async function exportedInvoice(order: object = {}) {
  const invoice = await fixture.waiting();
  const run = await exportEntry(invoice, order);
  return { invoice, run };
}

async function exportEntry({ id }: Invoice, order: object = {}): Promise<number> {
  const [run] = await fixture.exported({ invoice_ids: [id], ...order });
  return run?.id ?? 0;
}

/** Type, status and note of the timeline entries since the export. */
const payload = ({ timeline }: Invoice) =>
  timeline.timeline_entries
    .slice(timeline.timeline_entries.findIndex(({ message_code }) => message_code === 'exported'))
    .map(({ type, status, message_code }) => [type, status, message_code].filter(Boolean).join(' '));

describe('EXP-23 a run that was not imported is withdrawn as a whole', () => {
  it('its invoices wait again with the reason, its files are kept, and the run shows who, when and why', async () => {
    const [one, other] = [await fixture.waiting(), await fixture.waiting()];
    const [run] = await fixture.exported({ invoice_ids: [one.id, other.id] });
    const file = run?.files[0]?.file.id ?? '';
    const before = await downloaded(fixture.accountant, file);
    expect(await withdrawn(run?.id ?? 0, 'Falsches Wirtschaftsjahr')).toMatchObject({
      state: 'done',
      result: { returned: 2, kept: 0 },
    });
    expect(await runOf(run?.id ?? 0)).toEqual({
      state: 'withdrawn',
      withdrawn_reason: 'Falsches Wirtschaftsjahr',
      withdrawn_at: expect.any(String),
      withdrawn_by: { email: 'accountant@demo.test' },
      entries: [{ state: 'withdrawn' }, { state: 'withdrawn' }],
    });
    for (const { id } of [one, other]) {
      const invoice = await invoiceOf(id);
      expect(invoice).toMatchObject({ status: 'export', exported_at: null });
      expect(payload(invoice)).toEqual([
        'comment system exported',
        'invoice-export canceled',
        'comment system export_withdrawn',
        'invoice-export',
      ]);
    }
    const [remark] = await fixture.demo.web.sql(
      `select comment, message_values from timeline_entry where invoice_id = $1 and message_code = 'export_withdrawn'`,
      [one.id],
    );
    expect(remark).toEqual({
      comment: 'Falsches Wirtschaftsjahr',
      message_values: { run: expect.stringMatching(/^EX-\d{6}$/) },
    });
    expect(await downloaded(fixture.accountant, file)).toEqual(before);
    await exportEntry(one);
    expect(await invoiceOf(one.id)).toMatchObject({ status: 'completed', exported_at: expect.any(String) });
  });

  it('an invoice that failed in it is unchanged', async () => {
    const [good, wrong] = [await fixture.waiting(), await fixture.waiting({ tax: '20' })];
    const [run] = await fixture.exported({ invoice_ids: [good.id, wrong.id] });
    const before = await invoiceOf(wrong.id);
    expect((await withdrawn(run?.id ?? 0)).result).toMatchObject({ returned: 1, kept: 0 });
    expect(await invoiceOf(wrong.id)).toEqual(before);
    expect((await runOf(run?.id ?? 0)).entries).toEqual([{ state: 'withdrawn' }, { state: 'failed' }]);
  });

  it('EXP-02 an invoice exported in two runs waits again once both are withdrawn', async () => {
    const { invoice, run: first } = await exportedInvoice();
    const second = await exportEntry(invoice, { include_exported: true });
    expect((await withdrawn(first)).result).toMatchObject({ returned: 0, kept: 1 });
    expect(await invoiceOf(invoice.id)).toMatchObject({
      status: 'completed',
      exported_at: expect.any(String),
    });
    expect((await withdrawn(second)).result).toMatchObject({ returned: 1, kept: 0 });
    expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'export', exported_at: null });

    const { invoice: other, run: one } = await exportedInvoice();
    const again = await exportEntry(other, { include_exported: true });
    expect((await withdrawn(again)).result).toMatchObject({ returned: 0, kept: 1 });
    expect(await invoiceOf(other.id)).toMatchObject({ status: 'completed' });
    expect((await withdrawn(one)).result).toMatchObject({ returned: 1, kept: 0 });
    expect(await invoiceOf(other.id)).toMatchObject({ status: 'export' });
  });

  it('EXP-16 TASK-17 an invoice exported again after a clearing waits again as corrected', async () => {
    const { invoice } = await exportedInvoice();
    const clearing = await act(fixture.accountant, 'send_to_clearing', await invoiceOf(invoice.id));
    const accounted = await act(fixture.accountant, 'to_accounting', clearing);
    const again = await exportEntry(await act(fixture.accountant, 'to_export', accounted));
    expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'completed' });
    expect((await withdrawn(again)).result).toMatchObject({ returned: 1, kept: 0 });
    expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'export', exported_at: expect.any(String) });
  });

  it('works for hundreds of invoices', async () => {
    const { run } = await exportedInvoice();
    const others = inDepth(100, 450);
    await addToRun(run, others);
    expect((await withdrawn(run)).result).toMatchObject({ returned: 1 + others, kept: 0 });
    const [counted] = await fixture.demo.web.sql(
      `select count(*) filter (where i.status = 'export' and i.exported_at is null and e.state = 'withdrawn')::int as waiting
       from invoice_export_entry e join invoice i on i.id = e.invoice_id where e.invoice_export_run_id = $1`,
      [run],
    );
    expect(counted).toEqual({ waiting: 1 + others });
  });

  it('an invoice in clearing stays there, and a discarded one stays discarded', async () => {
    const [inClearing, discarded] = [await exportedInvoice(), await exportedInvoice()];
    const clear = async ({ invoice }: { readonly invoice: Invoice }) =>
      await act(fixture.accountant, 'send_to_clearing', await invoiceOf(invoice.id));
    const cleared = await clear(inClearing);
    await act(fixture.accountant, 'discard', await clear(discarded), { comment: 'doppelt' });
    expect((await withdrawn(inClearing.run)).result).toMatchObject({ returned: 0, kept: 1 });
    expect((await withdrawn(discarded.run)).result).toMatchObject({ returned: 0, kept: 1 });
    expect(await invoiceOf(cleared.id)).toMatchObject({ status: 'clearing', exported_at: null });
    expect(await invoiceOf(discarded.invoice.id)).toMatchObject({
      status: 'declined-exported',
      exported_at: null,
    });
    // Nothing was booked, so discarding it now needs no reversal.
    const gone = await act(fixture.accountant, 'discard', await invoiceOf(cleared.id), {
      comment: 'doppelt',
    });
    expect(gone.status).toBe('declined');
  });
});

/** Adds many more invoices to a run. */
async function addToRun(run: number, count: number): Promise<void> {
  const { sql } = fixture.demo.web;
  const { tenantId, userId } = fixture.accountant.context;
  const timelines = await sql<{ id: string }>(
    'insert into timeline (tenant_id, current_entry_no) select $1, 2 from generate_series(1, $2) returning id',
    [tenantId, count],
  );
  await sql(
    `insert into invoice (tenant_id, timeline_id, creator_id, client_id, status, number_printed, invoice_date, exported_at,
       total_netto, total_tax, total_brutto)
     select $1, t.id, $2, $3, 'completed', 'V-' || t.id, '2026-05-04', now(), 100, 19, 119 from unnest($4::bigint[]) as t (id)`,
    [tenantId, userId, fixture.client, timelines.map(({ id }) => id)],
  );
  await sql(
    `insert into timeline_entry (tenant_id, timeline_id, invoice_id, entry_no, type, status, size, text_type, completed_at, lb_user_id)
     select i.tenant_id, i.timeline_id, i.id, e.no, e.type, e.status, 'size-m', 'past', now(), $2 from invoice i,
       (values (0, 'invoice-upload', 'upload'), (1, 'invoice-export', 'approved')) as e (no, type, status)
     where i.timeline_id = any ($1)`,
    [timelines.map(({ id }) => id), userId],
  );
  await sql(
    `insert into invoice_export_entry (tenant_id, invoice_export_run_id, invoice_id, state, ended_at)
     select tenant_id, $1, id, 'exported', now() from invoice where timeline_id = any ($2)`,
    [run, timelines.map(({ id }) => id)],
  );
}

describe('EXP-23 a run that cannot be withdrawn', () => {
  it('is refused with the reason', async () => {
    const { run } = await exportedInvoice();
    expect(await ordered(run, ' ')).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(await ordered(run, 'x'.repeat(1001))).toMatchObject({ body: { code: 'validation_failed' } });
    expect(await ordered(404_404)).toMatchObject({ status: 404 });
    expect(await ordered('x')).toMatchObject({ status: 404 });
    await fixture.demo.web.sql(`update invoice_export_run set target = 'datev' where id = $1`, [run]);
    expect(await ordered(run)).toMatchObject({ body: { code: 'not_withdrawable' } });
    await fixture.demo.web.sql(`update invoice_export_run set target = 'datev-csv' where id = $1`, [run]);
    await withdrawn(run);
    expect(await ordered(run)).toMatchObject({ status: 422, body: { code: 'already_withdrawn' } });
  });

  it('EXP-04 ROLE-03 only people who may export withdraw', async () => {
    const { run, invoice } = await exportedInvoice();
    const requester = await fixture.demo.person('requester@demo.test');
    expect(await ordered(run, 'Neugier', requester)).toMatchObject({ status: 403 });
    // The right was revoked before the job began.
    const { body } = await ordered(run);
    const person = fixture.accountant.context.userId;
    const [{ roles, version } = {}] = await fixture.demo.web.sql<{ roles: string[]; version: number }>(
      'select roles, token_version as version from lb_user where id = $1',
      [person],
    );
    await fixture.demo.web.sql(`update lb_user set roles = '{user-see-all-invoices}' where id = $1`, [
      person,
    ]);
    await fixture.work(body.job_id ?? 0);
    await fixture.demo.web.sql('update lb_user set roles = $2 where id = $1', [person, roles]);
    // Losing a right requires a new login, which this test skips.
    await fixture.demo.web.sql('update lb_user set token_version = $2 where id = $1', [person, version]);
    expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'completed' });
    expect(await jobOf(body.job_id)).toMatchObject({
      state: 'failed',
      error: { code: 'permission_denied' },
    });
  });

  it('EXP-06 nothing is withdrawn while a run of the company is active', async () => {
    const { run } = await exportedInvoice();
    const next = await fixture.waiting();
    const { body } = await fixture.order({ invoice_ids: [next.id] });
    expect(await ordered(body.run_ids?.[0])).toMatchObject({ body: { code: 'export_running' } });
    expect(await withdrawn(run)).toMatchObject({ state: 'failed', error: { code: 'export_running' } });
    await fixture.work(body.job_id ?? 0);
    expect((await withdrawn(run)).state).toBe('done');
  });

  it('EXP-06 a run without a sign of life blocks no withdrawal, and can be withdrawn itself', async () => {
    const { run } = await exportedInvoice();
    const next = await fixture.waiting();
    const { body } = await fixture.order({ invoice_ids: [next.id] });
    await fixture.demo.web.sql(
      `update invoice_export_run set alive_at = now() - interval '31 minutes' where id = $1`,
      [body.run_ids?.[0]],
    );
    expect((await withdrawn(run)).state).toBe('done');
    expect((await withdrawn(body.run_ids?.[0] ?? 0)).state).toBe('done');
    expect((await invoiceOf(next.id)).status).toBe('export');
  });
});

describe('EXP-23 LOCK-09 one withdrawal has one result', () => {
  const remarks = async (id: number) =>
    (await invoiceOf(id)).timeline.timeline_entries.filter(
      ({ message_code }) => message_code === 'export_withdrawn',
    ).length;

  it('for two people at once, a second click, and a worker that died after it', async () => {
    const { invoice, run } = await exportedInvoice();
    const jobs = [await ordered(run, 'Falsch'), await ordered(run, 'Falsch'), await ordered(run, 'Anders')];
    const ids = jobs.map(({ body }) => body.job_id ?? 0);
    await Promise.all(ids.map((id) => fixture.work(id)));
    const states = await Promise.all(ids.map(async (id) => (await jobOf(id)).state));
    expect([states.slice(0, 2), states.slice(2)]).toEqual(
      states[2] === 'done' ? [['failed', 'failed'], ['done']] : [['done', 'done'], ['failed']],
    );
    const [first = 0] = ids.filter((_, place) => states[place] === 'done');
    await fixture.demo.web.sql(`update job set state = 'running' where id = $1`, [first]);
    await fixture.work(first);
    expect((await jobOf(first)).state).toBe('done');
    expect(await remarks(invoice.id)).toBe(1);
    expect((await invoiceOf(invoice.id)).status).toBe('export');
  });

  it('and no effect while another person edits one of its invoices', async () => {
    const [one, other] = [await fixture.waiting(), await fixture.waiting()];
    const [run] = await fixture.exported({ invoice_ids: [one.id, other.id] });
    const claim = `insert into record_lock (tenant_id, table_name, foreign_id, locked_by_id, locked_at)
      select i.tenant_id, 'timeline', i.timeline_id, u.id, now() from invoice i
      join lb_user u on u.tenant_id = i.tenant_id and u.email = 'buyer@demo.test' where i.id = $1`;
    await fixture.demo.web.sql(claim, [other.id]);
    expect(await withdrawn(run?.id ?? 0)).toMatchObject({
      state: 'failed',
      error: { code: 'timeline_locked' },
    });
    expect([await remarks(one.id), (await runOf(run?.id ?? 0)).state]).toEqual([0, 'done']);
    await fixture.demo.web.sql(`delete from record_lock where table_name = 'timeline'`);
    expect((await withdrawn(run?.id ?? 0)).result).toMatchObject({ returned: 2, kept: 0 });
  });
});
