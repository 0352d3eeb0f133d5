import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkExtf } from '../../scripts/extf/check-extf.ts';
import { isRefusal, refuse } from '../../src/base/refusal.ts';
import {
  loadReversed,
  reversalContent,
} from '../../src/features/accounting-export/server/exporting/reversals.ts';
import type { OnlineTransport } from '../../src/features/accounting-export/server/online/transport.ts';
import { act, holderOf, type Invoice, save } from '../invoice/invoices.ts';
import { discard, downloaded, type ExportingDemo, exportingDemo, type Run, read } from './exports.ts';

let fixture: ExportingDemo;

beforeAll(async () => {
  fixture = await exportingDemo();
});
afterAll(() => fixture.close());

async function exportedAndDiscarded(head: object = {}): Promise<Invoice> {
  const { id } = await fixture.waiting(head);
  await fixture.exported({ invoice_ids: [id] });
  return await discard(fixture, { id });
}

describe('INV-31 an invoice with a credit note in the books', () => {
  it('cannot be discarded until the credit note is, by any way', async () => {
    const charged = await fixture.waiting({ total_brutto: '119.00' });
    await fixture.exported({ invoice_ids: [charged.id] });
    const credit = await fixture.waiting({ total_brutto: '-119.00', corrects_invoice_id: charged.id });
    await fixture.exported({ invoice_ids: [credit.id] });
    const comment = 'Doppelt berechnet';
    const cleared = await act(fixture.accountant, 'send_to_clearing', await read(fixture, charged.id), {
      comment,
    });
    const holder = await holderOf(fixture.demo, cleared);
    await expect(act(holder, 'discard', cleared)).rejects.toThrow('credit_note_booked');
    const written = fixture.demo.web.sql("update invoice set status = 'declined' where id = $1", [
      charged.id,
    ]);
    await expect(written).rejects.toThrow('credit_note_booked');
    await discard(fixture, credit);
    expect((await act(holder, 'discard', cleared)).status).toBe('declined-exported');
    await fixture.exported({ client_id: fixture.client, from: '2090-01-01' });
  });
});

/** Orders a withdrawal. */
async function withdrawal(run: Run | undefined) {
  const url = `/api/invoice/export/${run?.id}/withdraw`;
  const payload = { reason: 'Nicht eingelesen' };
  const { status, json } = await fixture.accountant.send({ method: 'POST', url, payload });
  return { status, body: json<{ job_id: number }>() };
}

async function withdraw(run: Run | undefined): Promise<void> {
  await fixture.work((await withdrawal(run)).body.job_id);
}

/** The waiting reversals, as queried by the export page. */
async function waitingReversals(): Promise<readonly { invoice_id: number; gross: number }[]> {
  const { invoice_export_entry: found } = await fixture.accountant.get<{
    invoice_export_entry: { invoice_id: number; gross: number }[];
  }>(
    `{ invoice_export_entry(where: { awaits_reversal: { _eq: true }, state: { _eq: "exported" } }, order_by: { id: asc }) {
       invoice_id gross } }`,
  );
  return found;
}

/** The people with the invoice among their tasks. */
async function assigneesOf(id: number): Promise<readonly number[]> {
  const { document: found } = await fixture.accountant.get<{ document: { assignee_ids: number[] }[] }>(
    `query ($id: bigint!) { document(where: { kind: { _eq: "invoice" }, id: { _eq: $id } }) { assignee_ids } }`,
    { id },
  );
  return found.flatMap(({ assignee_ids }) => assignee_ids);
}

function taskOf({ timeline }: Invoice): string {
  const task = timeline.timeline_entries[timeline.current_entry_no];
  return task === undefined ? 'none' : `${task.type} ${task.lb_user?.email ?? '-'}`;
}

function remarksOf({ timeline }: Invoice): readonly string[] {
  const codes = timeline.timeline_entries.map(({ message_code }) => message_code);
  return codes.filter((code) => code !== null && /reversal|export/.test(code)) as string[];
}

async function rowsOf(run: Run | undefined): Promise<readonly (readonly string[])[]> {
  const [file] = run?.files.filter(({ content }) => content === 'bookings') ?? [];
  const bytes = await downloaded(fixture.accountant, file?.file.id ?? '');
  expect(checkExtf(bytes, file?.file.name ?? '').findings).toEqual([]);
  const text = new TextDecoder('windows-1252').decode(bytes);
  return text
    .trimEnd()
    .split('\r\n')
    .slice(2)
    .map((row) => row.split(';'));
}

describe('EXP-24 an invoice discarded after its export', () => {
  it('is reversed by the next run, and is a task of the accountant until then', async () => {
    const { id } = await fixture.waiting();
    const [first] = await fixture.exported({ invoice_ids: [id] });
    const discarded = await discard(fixture, { id });
    expect([discarded.status, taskOf(discarded)]).toEqual([
      'declined-exported',
      'invoice-export accountant@demo.test',
    ]);
    expect(await assigneesOf(id)).toEqual([fixture.accountant.context.userId]);
    expect(await waitingReversals()).toEqual([{ invoice_id: id, gross: 119 }]);
    // No other action is possible.
    expect((await read(fixture, id)).actions.map(({ key }) => key)).not.toContain('send_to_clearing');

    // The next run includes it regardless of the filter.
    const [run] = await fixture.exported({ client_id: fixture.client, from: '2090-01-01' });
    expect(run).toMatchObject({ state: 'done', exported_count: 1, failed_count: 0, control_total: -119 });
    expect(run?.files.map(({ content }) => content)).toEqual(['bookings']);
    const [left] = await rowsOf(first);
    const [taken] = await rowsOf(run);
    expect([taken?.[0], taken?.[1], taken?.[117]]).toEqual(['119,00', '"H"', '"1"']);
    expect(taken?.toSpliced(117, 1)).toEqual(left?.toSpliced(117, 1));

    const after = await read(fixture, id);
    expect([after.status, taskOf(after), remarksOf(after)]).toEqual([
      'declined-exported',
      'none',
      ['exported', 'reversal_waits', 'reversal_exported'],
    ]);
    expect(await assigneesOf(id)).toEqual([]);
    expect(await waitingReversals()).toEqual([]);
    expect(await fixture.order({ client_id: fixture.client })).toMatchObject({
      body: { code: 'nothing_to_export' },
    });
  });

  it('is reversed together with other invoices, once for each export', async () => {
    const { id } = await fixture.waiting({ total_brutto: '23.80' });
    await fixture.exported({ invoice_ids: [id] });
    await fixture.exported({ invoice_ids: [id], include_exported: true });
    await discard(fixture, { id });
    const other = await fixture.waiting({ total_brutto: '47.60' });
    const [run] = await fixture.exported({ invoice_ids: [other.id] });
    expect(run).toMatchObject({ exported_count: 3, failed_count: 0, control_total: 0 });
    expect((await rowsOf(run)).map((row) => [row[0], row[117]]).toSorted()).toEqual([
      ['23,80', '"1"'],
      ['23,80', '"1"'],
      ['47,60', '""'],
    ]);
    const after = await read(fixture, id);
    expect([taskOf(after), remarksOf(after)]).toEqual([
      'none',
      ['exported', 'exported', 'reversal_waits', 'reversal_exported', 'reversal_exported'],
    ]);
  });

  it('INV-20 stays a possible duplicate of the same invoice entered again, because it may be paid', async () => {
    const { id } = await exportedAndDiscarded({ number_printed: 'ERNEUT-1' });
    const [{ supplier_id, client_id } = {}] = await fixture.demo.web.sql<Record<string, string>>(
      'select supplier_id, client_id from invoice where id = $1',
      [id],
    );
    const again = await save(fixture.accountant, {
      head: {
        number_printed: 'ERNEUT 1',
        supplier_id: Number(supplier_id),
        client_id: Number(client_id),
      },
    });
    const seen = await fixture.accountant.get<{
      invoice: { possible_duplicates: { id: number; why: string }[] };
    }>('query ($id: bigint!) { invoice: invoice_by_pk(id: $id) { possible_duplicates } }', { id: again.id });
    expect(seen.invoice.possible_duplicates).toMatchObject([{ id, why: 'number' }]);
    await fixture.exported({ client_id: fixture.client, from: '2090-01-01' });
  });

  it('needs no reversal where it was never exported', async () => {
    const { id } = await fixture.waiting();
    const never = await discard(fixture, { id });
    expect([never.status, taskOf(never)]).toEqual(['declined', 'none']);
    expect(await waitingReversals()).toEqual([]);
  });
});

describe('EXP-21 EXP-24 a reversal of a closed period', () => {
  it('fails with the reason and keeps waiting, or is exported on the first open day', async () => {
    const { id } = await exportedAndDiscarded({ invoice_date: '2026-08-03' });
    const close = (day: string | null) =>
      fixture.demo.web.sql('update client set datev_closed_until = $2 where id = $1', [fixture.client, day]);
    await close('2026-08-31');
    const [refused] = await fixture.exported({ client_id: fixture.client, closed_period: 'refuse' });
    expect(refused?.entries).toMatchObject([
      { state: 'failed', invoice_id: id, problem: { code: 'export_period_closed' } },
    ]);
    const waiting = await read(fixture, id);
    expect([taskOf(waiting), remarksOf(waiting)]).toEqual([
      'invoice-export accountant@demo.test',
      ['exported', 'reversal_waits', 'export_failed'],
    ]);
    const [run] = await fixture.exported({ client_id: fixture.client });
    expect((await rowsOf(run)).map((row) => [row[9], row[117]])).toEqual([['0109', '"1"']]);
    await close(null);
  });
});

describe('EXP-04 EXP-06 EXP-24 failures of a run', () => {
  it('two workers of one run reverse once, and a second order waits', async () => {
    const { id } = await exportedAndDiscarded();
    const { body } = await fixture.order({ client_id: fixture.client });
    expect(await fixture.order({ client_id: fixture.client })).toMatchObject({
      body: { code: 'export_running' },
    });
    await Promise.all([fixture.work(body.job_id ?? 0), fixture.work(body.job_id ?? 0)]);
    const entries = await fixture.demo.web.sql(
      `select state from invoice_export_entry where invoice_id = $1 and is_reversal`,
      [id],
    );
    expect(entries).toEqual([{ state: 'exported' }]);
  });

  it('a run without a sign of life leaves the reversal to the next one', async () => {
    const { id } = await exportedAndDiscarded();
    await fixture.order({ client_id: fixture.client });
    await fixture.demo.web.sql(
      `update invoice_export_run set alive_at = now() - interval '31 minutes' where client_id = $1 and state = 'running'`,
      [fixture.client],
    );
    const [run] = await fixture.exported({ client_id: fixture.client });
    expect(run?.entries).toMatchObject([{ state: 'exported', invoice_id: id }]);
  });

  it('EXP-01 a reversal goes to the former target, once nothing else waits', async () => {
    const { id } = await exportedAndDiscarded();
    const exportsTo = (target: string) =>
      fixture.demo.web.sql(
        `update configuration set value = $2 where tenant_id = $1 and key = 'invoice_export_target'`,
        [fixture.accountant.context.tenantId, target],
      );
    await exportsTo('ms365');
    const { id: other } = await fixture.waiting();
    const [elsewhere] = await fixture.exported({ client_id: fixture.client });
    expect(elsewhere?.entries.map(({ invoice_id }) => invoice_id)).toEqual([other]);
    const [run] = await fixture.exported({ client_id: fixture.client, from: '2090-01-01' });
    expect((await rowsOf(run)).map((row) => [row[0], row[117]])).toEqual([['119,00', '"1"']]);
    expect(taskOf(await read(fixture, id))).toBe('none');
    await exportsTo('datev-csv');
    await fixture.exported({ invoice_ids: [other] });
  });

  it('EXP-23 a withdrawn reversal waits again, and a withdrawn export needs no reversal', async () => {
    const { id } = await fixture.waiting();
    const [first] = await fixture.exported({ invoice_ids: [id] });
    const [second] = await fixture.exported({ invoice_ids: [id], include_exported: true });
    await discard(fixture, { id });
    const [third] = await fixture.exported({ client_id: fixture.client });
    expect(third).toMatchObject({ exported_count: 2 });
    expect(await waitingReversals()).toEqual([]);
    // The reversal would be imported without its booking.
    expect(await withdrawal(first)).toMatchObject({
      status: 422,
      body: {
        code: 'withdraw_other_first',
        values: { other: `EX-${String(third?.running_number).padStart(6, '0')}` },
      },
    });
    await withdraw(third);
    expect(await waitingReversals()).toHaveLength(2);
    expect(taskOf(await read(fixture, id))).toBe('invoice-export accountant@demo.test');
    await withdraw(first);
    expect(await waitingReversals()).toHaveLength(1);
    expect(taskOf(await read(fixture, id))).toBe('invoice-export accountant@demo.test');
    await withdraw(second);
    expect(await waitingReversals()).toEqual([]);
    const after = await read(fixture, id);
    expect([after.status, taskOf(after)]).toEqual(['declined-exported', 'none']);
  });
});

describe('EXP-08 EXP-24 a reversal at an online target', () => {
  it('has its own GUID, the same for each attempt, and amounts with the opposite sign', async () => {
    const payload: { guid: string; gross: string }[] = [];
    let fails = true;
    const transport: OnlineTransport = {
      open: async () => ({
        maxTogether: 10,
        book: async (tx, entry) => {
          const usual = { day: '2026-10-11', gross: '119.00', currency: 'EUR', control: '119.00' } as const;
          if (!entry.is_reversal) return { ...usual, payload: { gross: '119.00' } };
          const reversed = await loadReversed(tx, entry);
          if (isRefusal(reversed)) return reversed;
          return reversalContent(reversed, reversed.day, {
            ...(reversed.payload as object),
            guid: reversed.guid,
          });
        },
        groupOf: () => 'all',
        send: async (transfer, entries) => {
          for (const entry of entries) {
            if (entry.is_reversal) payload.push(entry.payload as { guid: string; gross: string });
            const problem = refuse('export_interrupted');
            const isRefused = entry.is_reversal && fails;
            await transfer.endSent(entry, isRefused ? { state: 'failed', problem } : { state: 'exported' });
          }
        },
        look: async () => new Map(),
      }),
    };
    const online = await exportingDemo({ target: 'datev', transports: () => ({ datev: transport }) });
    try {
      const { id } = await online.waiting();
      await online.exported({ invoice_ids: [id] });
      await discard(online, { id });
      const [refused] = await online.exported({ client_id: online.client });
      expect(refused).toMatchObject({ exported_count: 0, failed_count: 1 });
      fails = false;
      const [run] = await online.exported({ client_id: online.client });
      expect(run).toMatchObject({ exported_count: 1, control_total: -119 });
      expect(taskOf(await read(online, id))).toBe('none');
      const [{ guid } = {}] = await online.demo.web.sql<{ guid: string }>(
        'select guid from invoice where id = $1',
        [id],
      );
      expect(payload).toHaveLength(2);
      expect(payload[0]).toEqual(payload[1]);
      expect(payload[0]?.guid).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      expect(payload[0]?.guid).not.toBe(guid);
    } finally {
      await online.close();
    }
  });
});
