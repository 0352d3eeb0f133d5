import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act, attempt, type Invoice, on, save } from '../invoice/invoices.ts';
import { datevOnline } from './datev-online.ts';
import { dynamicsDemo } from './dynamics.ts';
import { discard, downloaded, type ExportingDemo, exportingDemo, type Run, read } from './exports.ts';

let fixture: ExportingDemo;

beforeAll(async () => {
  fixture = await exportingDemo();
});
afterAll(() => fixture.close());

/** Sends an exported invoice to clearing. */
async function reopened(of: ExportingDemo, { id }: { readonly id: number }): Promise<Invoice> {
  return await act(of.accountant, 'send_to_clearing', await read(of, id), { comment: 'Korrigieren' });
}

/** Releases a cleared invoice for export again. */
async function released(of: ExportingDemo, cleared: Invoice): Promise<Invoice> {
  return await act(of.accountant, 'to_export', await act(of.accountant, 'to_accounting', cleared));
}

async function changed(of: ExportingDemo, invoice: Invoice, head: object): Promise<Invoice> {
  return await save(of.accountant, { ...on(invoice), head });
}

/** Amount, side, account, creditor and reversal mark of each row in a run's booking file. */
async function rowsOf(run: Run | undefined): Promise<readonly string[]> {
  const [file] = run?.files.filter(({ content }) => content === 'bookings') ?? [];
  const text = new TextDecoder('windows-1252').decode(
    await downloaded(fixture.accountant, file?.file.id ?? ''),
  );
  const rows = text.trimEnd().split('\r\n').slice(2);
  return rows.map((row) => {
    const cells = row.split(';');
    return [0, 1, 6, 7, 117].map((place) => cells[place]?.replaceAll('"', '')).join(' ');
  });
}

async function standing(of: ExportingDemo, { id }: { readonly id: number }): Promise<readonly string[]> {
  const rows = await of.demo.web.sql<{ gross: string }>(
    `select e.gross::text as gross from invoice_export_entry e
     where e.invoice_id = $1 and e.state = 'exported' and not e.is_reversal and not exists (
       select from invoice_export_entry r where r.reverses_entry_id = e.id and r.state = 'exported') order by e.id`,
    [id],
  );
  return rows.map(({ gross }) => gross);
}

describe('INV-30 an exported invoice that is reopened and changed', () => {
  it('is exported with a reversal of exactly the earlier export, in the same run before the new booking', async () => {
    const { id } = await fixture.waiting({ total_brutto: '238.00' });
    await fixture.exported({ invoice_ids: [id] });
    const cleared = await reopened(fixture, { id });
    expect(cleared.timeline.timeline_entries.map(({ message_code }) => message_code)).toContain(
      'correction_waits',
    );
    const account = await fixture.account('4930');
    const again = await released(
      fixture,
      await changed(fixture, cleared, { total_brutto: '952.00', ledger_account_id: account }),
    );
    const [run] = await fixture.exported({ invoice_ids: [again.id] });
    expect(run).toMatchObject({ exported_count: 2, failed_count: 0, control_total: 714 });
    expect(await rowsOf(run)).toEqual(['238,00 H 70001 4980 1', '952,00 H 70001 4930 ']);
    expect(await standing(fixture, { id })).toEqual(['952.00']);
    const after = await read(fixture, id);
    expect(after.status).toBe('completed');
  });

  it('is not exported with other invoices while it is being corrected', async () => {
    const { id } = await fixture.waiting();
    await fixture.exported({ invoice_ids: [id] });
    await reopened(fixture, { id });
    const other = await fixture.waiting();
    const [run] = await fixture.exported({ client_id: fixture.client });
    expect(run?.entries.map(({ invoice_id }) => invoice_id)).toEqual([other.id]);
    expect(await standing(fixture, { id })).toEqual(['119.00']);
  });

  it('is not booked where its reversal fails', async () => {
    const { id } = await fixture.waiting({ invoice_date: '2026-07-01' });
    await fixture.exported({ invoice_ids: [id] });
    const cleared = await reopened(fixture, { id });
    const moved = await changed(fixture, cleared, { invoice_date: '2026-10-01', due_date: '2026-12-01' });
    await released(fixture, moved);
    const close = (day: string | null) =>
      fixture.demo.web.sql('update client set datev_closed_until = $2 where id = $1', [fixture.client, day]);
    await close('2026-08-31');
    const [run] = await fixture.exported({ invoice_ids: [id], closed_period: 'refuse' });
    expect(run?.entries).toMatchObject([
      { state: 'failed', problem: { code: 'export_period_closed' } },
      { state: 'failed', problem: { code: 'reversal_first' } },
    ]);
    expect(await standing(fixture, { id })).toEqual(['119.00']);
    await close(null);
    const [later] = await fixture.exported({ invoice_ids: [id] });
    expect(later).toMatchObject({ exported_count: 2, failed_count: 0 });
  });

  it('is reversed once where it is discarded instead', async () => {
    const { id } = await fixture.waiting();
    await fixture.exported({ invoice_ids: [id] });
    await reopened(fixture, { id });
    await discardCleared(id);
    const [run] = await fixture.exported({ client_id: fixture.client });
    expect(run?.entries).toMatchObject([{ state: 'exported', invoice_id: id }]);
    expect(await standing(fixture, { id })).toEqual([]);
  });

  it('EXP-23 waits again together with its reversal where the run of its correction is withdrawn', async () => {
    const { id } = await fixture.waiting();
    await fixture.exported({ invoice_ids: [id] });
    await released(
      fixture,
      await changed(fixture, await reopened(fixture, { id }), { total_brutto: '59.50' }),
    );
    const [run] = await fixture.exported({ invoice_ids: [id] });
    const answer = await fixture.accountant.send({
      method: 'POST',
      url: `/api/invoice/export/${run?.id}/withdraw`,
      payload: { reason: 'Nicht eingelesen' },
    });
    await fixture.work(answer.json<{ job_id: number }>().job_id);
    expect(await standing(fixture, { id })).toEqual(['119.00']);
    expect((await read(fixture, id)).status).toBe('export');
    const [again] = await fixture.exported({ invoice_ids: [id] });
    expect(again).toMatchObject({ exported_count: 2, failed_count: 0, control_total: -59.5 });
    expect(await standing(fixture, { id })).toEqual(['59.50']);
  });

  it("EXP-01 is reversed at its former target, and booked at the tenant's current one", async () => {
    const { id } = await fixture.waiting();
    await fixture.exported({ invoice_ids: [id] });
    await released(fixture, await reopened(fixture, { id }));
    const exportsTo = (target: string) =>
      fixture.demo.web.sql(
        `update configuration set value = $2 where tenant_id = $1 and key = 'invoice_export_target'`,
        [fixture.accountant.context.tenantId, target],
      );
    await exportsTo('ms365');
    const [back] = await fixture.exported({ invoice_ids: [id] });
    expect(back?.entries).toMatchObject([{ state: 'exported' }]);
    expect(await standing(fixture, { id })).toEqual([]);
    await exportsTo('datev-csv');
    const [run] = await fixture.exported({ invoice_ids: [id] });
    expect(run).toMatchObject({ exported_count: 1, failed_count: 0 });
    expect(await standing(fixture, { id })).toEqual(['119.00']);
  });
});

async function discardCleared(id: number): Promise<void> {
  await act(fixture.accountant, 'discard', await read(fixture, id), { comment: 'Doppelt berechnet' });
}

describe('INV-30 an exported invoice', () => {
  const another = async (table: string, column: string, id: number) => {
    const [row] = await fixture.demo.web.sql<{ id: string }>(
      `select max(o.id) as id from ${table} o where o.tenant_id = $1
       and o.id <> (select ${column} from invoice where id = $2)`,
      [fixture.accountant.context.tenantId, id],
    );
    return Number(row?.id);
  };

  it.each([
    ['supplier_id', 'supplier'],
    ['client_id', 'client'],
  ])('keeps its %s permanently', async (column, table) => {
    const { id } = await fixture.waiting();
    await fixture.exported({ invoice_ids: [id] });
    const cleared = await reopened(fixture, { id });
    const { errors } = await fixture.accountant.ask(
      `mutation ($id: bigint!, $version: Int!, $head: invoice_save_head_input) {
         invoice_save(idempotency_key: "${crypto.randomUUID()}", id: $id, expected_version: $version, head: $head) { id } }`,
      { ...on(cleared), head: { [column]: await another(table, column, id) } },
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'exported_party_fixed', field: column });
    // Writes that bypass the save: a job, a condition of another command.
    await expect(
      fixture.demo.web.sql(`update invoice set ${column} = $2 where id = $1`, [
        id,
        await another(table, column, id),
      ]),
    ).rejects.toMatchObject({ message: 'exported_party_fixed', column });
    // Reading the file again would also change supplier and company.
    await fixture.givePage([id]);
    expect((await attempt(fixture.accountant, 'repeat_recognition', cleared)).refusal?.code).toBe(
      'step_not_possible',
    );
    await discard(fixture, { id }).catch(() => discardCleared(id));
  });

  it('may change its supplier after its run was withdrawn', async () => {
    const { id } = await fixture.waiting();
    await fixture.exported({ invoice_ids: [id] });
    await fixture.demo.web.sql(`update invoice_export_entry set state = 'withdrawn' where invoice_id = $1`, [
      id,
    ]);
    await fixture.demo.web.sql('update invoice set supplier_id = $2 where id = $1', [
      id,
      await another('supplier', 'supplier_id', id),
    ]);
  });

  it('shows each change with its author, also by the assignee', async () => {
    const { id } = await fixture.waiting();
    await fixture.exported({ invoice_ids: [id] });
    const cleared = await reopened(fixture, { id });
    const after = await changed(fixture, cleared, { total_brutto: '120.00' });
    const payload = after.timeline.timeline_entries.findLast(
      ({ message_code }) => message_code === 'document_edited',
    );
    expect(payload?.lb_user?.email).toBe('accountant@demo.test');
  });
});

describe('INV-30 EXP-08 EXP-14 a correction with online targets', () => {
  it('DATEV online receives the reversal before the new booking', async () => {
    const online = await datevOnline();
    try {
      await online.connect(1);
      const { id } = await online.waiting({ number_printed: 'KORR-1', total_brutto: '238.00' });
      await online.exported({ invoice_ids: [id] });
      await released(
        online,
        await changed(online, await reopened(online, { id }), { total_brutto: '952.00' }),
      );
      const { body } = await online.order({ invoice_ids: [id] });
      const [run] = await online.workOff(body.job_id ?? 0);
      expect(run).toMatchObject({ exported_count: 2, failed_count: 0, control_total: 714 });
      const booked = online.sandbox.state.bookings.filter(({ invoiceNumber }) => invoiceNumber === 'KORR-1');
      expect(booked.map(({ amount }) => amount)).toEqual(['238.00', '-238.00', '952.00']);
    } finally {
      await online.close();
    }
  });

  it.each(['journal', 'pending'])('Dynamics 365 receives both as a %s', async (document) => {
    const dynamics = await dynamicsDemo();
    try {
      await dynamics.set({ d365_document: document, d365_procurement_category: 'Office' });
      const { id } = await dynamics.waiting({ total_brutto: '238.00' });
      await dynamics.exported({ invoice_ids: [id] });
      const cleared = await reopened(dynamics, { id });
      await released(dynamics, await changed(dynamics, cleared, { total_brutto: '952.00' }));
      const [run] = await dynamics.exported({ invoice_ids: [id] });
      expect(run).toMatchObject({ exported_count: 2, failed_count: 0, control_total: 714 });
      expect(dynamics.sandbox.state.invoices.map(({ amount }) => amount)).toEqual(['238', '-238', '952']);
    } finally {
      await dynamics.close();
    }
  });
});
