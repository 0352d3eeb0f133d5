import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DirectDebits, ListedDebit } from '../../src/features/billing/direct-debit/model.ts';
import type { OwnBilling } from '../../src/features/billing/model.ts';
import { addPerson } from '../support/web.ts';
import { creditor, type DebitSetup, openDebitSetup } from './debit-setup.ts';
import { addTenants } from './setup.ts';

let setup: DebitSetup;
beforeEach(async () => {
  setup = await openDebitSetup();
});
afterEach(() => setup.drop());

const path = '/api/operator/direct-debit';
const list = async (month = '2026-10') =>
  (await setup.call(setup.operators[0], 'GET', `${path}?month=${month}`)).body as DirectDebits;
const collect = (bills: readonly ListedDebit[], who = setup.operators[0]) =>
  setup.call(who, 'POST', path, {
    bills: bills.map(({ tenant_id, billing_id }) => ({ tenant_id, billing_id })),
  });
const fail = (bill: ListedDebit | undefined, kind: 'rejected' | 'returned') =>
  setup.call(setup.operators[0], 'POST', `${path}/failure`, {
    ...{ tenant_id: bill?.tenant_id, id: bill?.made[0]?.id, kind, reason: 'AM04' },
  });
const fileOf = async (bill: ListedDebit | undefined) =>
  (await setup.call(setup.operators[0], 'GET', `${path}/file/${bill?.made[0]?.file_id}`)).text;
const all = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text]) => text);

async function charged(change: Readonly<Record<string, unknown>> = {}, month = '2026-10'): Promise<number> {
  const [id = 0] = await addTenants(setup, 1, change);
  await setup.charge(id, month);
  return id;
}

async function lastUse(id: number): Promise<unknown> {
  const [row] = await setup.sql<{ sepa_last_use: string | null }>(
    'select sepa_last_use::text from tenant where id = $1',
    [id],
  );
  return row?.sepa_last_use ?? null;
}

describe('OP-09 DATA-07 direct debits by bank files', () => {
  test('announces a bill on its invoice, not to the provider, and collects it once', async () => {
    const id = await charged();
    const [document] = [...setup.sandbox.state.documents.values()];
    expect(document?.fields.text).toContain('am 16.11.2026');
    expect(document?.fields.text).toContain('Gläubiger-ID: DE98ZZZ09999999999, Mandatsreferenz: M-1.');
    expect(setup.sandbox.state.debits).toEqual([]);
    const { bills, makes_files: makesFiles } = await list();
    expect(makesFiles).toBe(true);
    expect(bills).toMatchObject([
      {
        tenant_id: id,
        document_number: 'RE-00001',
        amount: '117.81',
        planned: { day: '2026-11-16', scheme: 'CORE', sequence: 'FRST', mandate: 'M-1' },
        problem: null,
      },
    ]);
    const { status, body } = await collect(bills);
    expect(status).toBe(201);
    const shown = await list();
    expect(shown.bills).toMatchObject([
      { planned: null, problem: 'collected', made: [{ state: 'collected' }] },
    ]);
    expect(shown.files).toMatchObject([
      { id: (body as { ids: string[] }).ids[0], count: 1, schemes: 'CORE', total: '117.81' },
    ]);
    expect(await lastUse(id)).toBe('2026-11-16');
    const xml = await fileOf(shown.bills[0]);
    expect(all(xml, 'EndToEndId')).toEqual([`kontor-${id}-2026-10`]);
    expect(all(xml, 'CtrlSum')).toEqual(['117.81', '117.81']);
    expect(all(xml, 'Ustrd')).toEqual(['Abrechnung Oktober 2026, Rechnung RE-00001']);
    expect(all(xml, 'IBAN')).toEqual(['DE89370400440532013000', 'DE02120300000000202051']);
    setup.moveTo('2026-12-24T08:00:00Z');
    expect(await fileOf(shown.bills[0])).toBe(xml);
    expect(await collect(bills)).toMatchObject({ body: { code: 'direct_debit_impossible' } });
  });

  test('OP-14 CORE and B2B are in separate files, in version 8', async () => {
    for (const sepa_scheme of ['CORE', 'B2B', 'CORE']) await charged({ sepa_scheme });
    const { bills } = await list();
    const { body } = await collect(bills);
    expect((body as { ids: string[] }).ids).toHaveLength(2);
    const { files, bills: made } = await list();
    expect(files.map(({ schemes, count }) => [schemes, count]).toSorted()).toEqual([
      ['B2B', 1],
      ['CORE', 2],
    ]);
    for (const bill of made) {
      const xml = await fileOf(bill);
      expect(xml).toContain('pain.008.001.08');
      expect([...new Set(all(xml, 'Cd').filter((code) => code !== 'SEPA'))]).toEqual([bill.made[0]?.scheme]);
    }
  });

  test('OP-13 does not collect credited amounts', async () => {
    const id = await charged();
    const credit = (net: string) =>
      setup.call(setup.operators[0], 'POST', `/api/operator/tenant/${id}/billing/credit`, {
        ...{ month: '2026-10', net, reason: 'Ausfall' },
      });
    expect((await credit('0')).status).toBe(400);
    expect((await credit('1.005')).status).toBeGreaterThanOrEqual(400);
    expect((await credit('50')).status).toBe(202);
    expect((await list()).bills).toMatchObject([{ amount: '58.31', problem: null }]);
    expect((await credit('49')).status).toBe(202);
    const { bills } = await list();
    expect(bills).toMatchObject([{ amount: '0.00', planned: null, problem: 'credited' }]);
    expect(await collect(bills)).toMatchObject({ body: { code: 'direct_debit_impossible' } });
  });

  test('concurrent operators never put a bill into two files', async () => {
    for (const id of await addTenants(setup, 6)) await setup.charge(id, '2026-10');
    const { bills } = await list();
    expect(bills.filter(({ planned }) => planned !== null)).toHaveLength(6);
    const answers = await Promise.all(
      [0, 1, 2, 3].map((no) =>
        collect(no % 2 === 0 ? bills : bills.toReversed(), setup.operators[no % 2 === 0 ? 0 : 1]),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(await setup.sql('select tenant_id, billing_id from direct_debit')).toHaveLength(6);
    expect((await list()).files).toMatchObject([{ count: 6, total: '706.86' }]);
  });

  test('a direct debit goes either to the provider or into a file, never both', async () => {
    const [reported = 0, ours = 0] = await addTenants(setup, 2);
    await setup.charge(reported, '2026-10', { ...creditor, account: null });
    await setup.charge(ours, '2026-10');
    expect(setup.sandbox.state.debits).toHaveLength(1);
    const { bills } = await list();
    const ofProvider = bills.filter(({ tenant_id }) => tenant_id === reported);
    expect(ofProvider).toMatchObject([{ planned: null, problem: 'at_provider' }]);
    expect(await collect(bills)).toMatchObject({ body: { code: 'direct_debit_impossible' } });
    expect(await setup.sql('select from direct_debit')).toEqual([]);
    await collect(bills.filter(({ tenant_id }) => tenant_id === ours));
    // The database enforces this.
    await expect(setup.sql(`update billing set debit = '{}' where tenant_id = $1`, [ours])).rejects.toThrow(
      'direct_debit',
    );
    await expect(
      setup.sql(
        `insert into direct_debit (tenant_id, billing_id, file_id, file_count, format, creditor, collected, day, amount, made_at, made_by)
         select tenant_id, id, gen_random_uuid(), 1, '', '{}', '{}', now(), 1, now(), '' from billing where tenant_id = $1`,
        [reported],
      ),
    ).rejects.toThrow('direct_debit');
  });

  test('a rejected first collection is repeated as first, a returned one as recurring', async () => {
    const id = await charged();
    await collect((await list()).bills);
    expect(await fail((await list()).bills[0], 'rejected')).toMatchObject({ status: 200 });
    expect(await lastUse(id)).toBeNull();
    const [rejected] = (await list()).bills;
    expect(rejected).toMatchObject({ planned: { sequence: 'FRST' }, made: [{ reason: 'AM04' }] });
    expect(await fail(rejected, 'rejected')).toMatchObject({ status: 404 });
    await collect((await list()).bills);
    await fail((await list()).bills[0], 'returned');
    expect(await lastUse(id)).toBe('2026-11-16');
    const { bills } = await list();
    expect(bills).toMatchObject([{ planned: { sequence: 'RCUR', is_amended: false } }]);
    await collect(bills);
    const xml = await fileOf((await list()).bills[0]);
    expect(all(xml, 'EndToEndId')).toEqual([`kontor-${id}-2026-10-3`]);
    expect(all(xml, 'SeqTp')).toEqual(['RCUR']);
  });

  test('reports a changed account with the next bill only', async () => {
    const id = await charged({}, '2026-09');
    await collect((await list('2026-09')).bills);
    await setup.sql("update tenant set iban = 'DE89370400440532013000' where id = $1", [id]);
    await setup.charge(id, '2026-10');
    expect((await list()).bills).toMatchObject([{ planned: { sequence: 'RCUR', is_amended: true } }]);
    await collect((await list()).bills);
    expect(await fileOf((await list()).bills[0])).toContain('<Id>SMNDA</Id>');
    setup.moveTo('2026-12-01T08:00:00Z');
    await setup.charge(id, '2026-11');
    expect((await list('2026-11')).bills).toMatchObject([
      { planned: { sequence: 'RCUR', is_amended: false, day: '2026-12-15' } },
    ]);
  });

  test('the last bill of an archived tenant ends its mandate', async () => {
    const id = await charged({ sepa_last_use: '2026-09-15' });
    await setup.sql("update tenant set status = 'archived', archived_at = '2026-10-20' where id = $1", [id]);
    await collect((await list()).bills);
    expect(await fileOf((await list()).bills[0])).toContain('<SeqTp>FNAL</SeqTp>');
    await setup.sql("update tenant set status = 'active' where id = $1", [id]);
    setup.moveTo('2026-12-01T08:00:00Z');
    await setup.charge(id, '2026-11');
    expect((await list('2026-11')).bills).toMatchObject([{ planned: null, problem: 'mandate_ended' }]);
  });

  test('does not announce an expired or withdrawn mandate', async () => {
    await charged({ sepa_agreement_date: '2022-01-01' });
    expect((await list()).bills).toMatchObject([{ planned: null, problem: 'not_announced' }]);
    const id = await charged({ sepa_mandate_reference: 'M-2' });
    await setup.sql('update tenant set sepa_agreement = false where id = $1', [id]);
    expect((await list()).bills.find(({ tenant_id }) => tenant_id === id)).toMatchObject({
      problem: 'no_mandate',
    });
  });

  test('an invoice being collected can be cancelled only after the money is returned', async () => {
    const id = await charged();
    await collect((await list()).bills);
    const cancel = () =>
      setup.call(setup.operators[0], 'POST', `/api/operator/tenant/${id}/billing/cancel`, {
        month: '2026-10',
      });
    expect(await cancel()).toMatchObject({ body: { code: 'billing_collected' } });
    await fail((await list()).bills[0], 'returned');
    expect(await cancel()).toMatchObject({ status: 202 });
    expect((await list()).bills).toMatchObject([{ planned: null, problem: 'not_finished' }]);
  });

  test('OP-13 the tenant sees all collections of the next day with their mandate', async () => {
    const id = await charged();
    const [tenant] = await setup.sql<{ name: string }>('select name from tenant where id = $1', [id]);
    const admin = await addPerson(setup, {
      ...{ tenant: tenant?.name ?? '', email: 'admin@demo.test', roles: ['user-admin'] },
    });
    const own = async () => (await setup.call(admin, 'GET', '/api/billing')).body as OwnBilling;
    const next = { month: '2026-10', amount: '117.81', day: '2026-11-16', mandate: 'M-1' };
    expect((await own()).next_debits).toEqual([next]);
    await setup.charge(id, '2026-09');
    const both = [{ ...next, month: '2026-09' }, next];
    expect((await own()).next_debits).toEqual(both);
    await collect((await list()).bills);
    expect((await own()).next_debits).toEqual(both);
    await collect((await list('2026-09')).bills);
    expect((await own()).next_debits).toEqual(both);
    setup.moveTo('2026-11-17T08:00:00Z');
    expect((await own()).next_debits).toEqual([]);
    expect((await setup.call(admin, 'GET', '/api/billing/mandate')).body).toMatchObject({
      creditor: { id: creditor.id, name: creditor.name },
      proposal: expect.stringMatching(new RegExp(`^KONTOR-${id}-\\d{12}$`)),
      today: '2026-11-17',
      last_use: '2026-11-16',
      valid_until: '2029-11-16',
    });
  });

  test('files need an account of the operator', async () => {
    await charged();
    const { bills } = await list();
    const [unknown] = bills.map((bill) => ({ ...bill, billing_id: 404_404 }));
    expect(await collect(unknown ? [unknown] : [])).toMatchObject({ status: 404 });
    await setup.useCreditor({ ...creditor, account: null });
    expect(await list()).toMatchObject({ makes_files: false, creditor: { id: creditor.id } });
    expect(await collect(bills)).toMatchObject({ body: { code: 'direct_debit_no_account' } });
  });
});
