import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unknownCustomer } from '../../src/features/billing/sandbox/server.ts';
import { creditBilling } from '../../src/features/billing/server/credit.ts';
import { loadBill } from '../../src/features/billing/server/facts.ts';
import { startDueBillings } from '../../src/features/billing/server/jobs.ts';
import { runBillings } from '../../src/features/billing/server/run.ts';
import { cancelBilling, mailBilling, startBilling } from '../../src/features/billing/server/start.ts';
import { addTenants, billingsOf, month, openSetup, type Setup } from './setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await openSetup();
});
afterEach(() => setup.close());

const bare = { automatic_billing: false, automatic_billing_mail: false, sepa_agreement: false };

async function oneTenant(change: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const [id = 0] = await addTenants(setup, 1, change);
  return id;
}

const partsOf = (tenantId: number, of = month) => ({
  tenantId,
  month: of,
  now: setup.clock.now(),
  isAutomatic: false,
  creditor: null,
});
const start = (tenantId: number, of = month) =>
  setup.database.atGate((tx) => startBilling(tx, partsOf(tenantId, of)));
const run = () => runBillings(setup.parts, 10);
const documents = () => [...setup.sandbox.state.documents.values()];

async function only() {
  const [billing] = await billingsOf(setup);
  return billing;
}

describe('OP-06 OP-09 a month’s invoice', () => {
  test('equals the preview to the cent, in the tenant’s language, with mail and direct debit', async () => {
    const id = await oneTenant({
      document_limit: 0,
      extra_price_document: '0.8050',
      sepa_prenotification_days: 5,
    });
    await setup.sql(
      `insert into tenant_additional_item (tenant_id, description, net_amount, start_date) values ($1, 'Archiv', 15.00, '2026-01-01')`,
      [id],
    );
    await setup.sql(
      `insert into billable_event (tenant_id, kind, source_kind, source_id, day)
       select $1, 'document', 'invoice', n, '2026-10-01'::date + n from generate_series(0, 40) n`,
      [id],
    );
    const preview = await setup.database.atGate((tx) => loadBill(tx, id, month, setup.clock.now()));
    // 31 days of October: 31 x 0.805 = 24.955.
    expect(preview?.bill).toMatchObject({ net: '138.96', vat: '26.40', gross: '165.36' });
    await start(id);
    await setup.sql('update tenant set base_price_document = 500 where id = $1', [id]);
    await run();
    const [document] = documents();
    expect(document).toMatchObject({ amount: 16_536, amount_net: 13_896, is_draft: false });
    expect(document?.fields).toMatchObject({
      external_id: `kontor-${id}-2026-10`,
      document_date: '2026-11-01',
      title: 'Abrechnung Oktober 2026',
      service_date: { type: 'SERVICE', date_from: '2026-10-01', date_to: '2026-10-31' },
      items: [
        { description: 'Grundpreis Dokumente', single_price_net: 9_900, vat_percent: 19 },
        { description: 'Zusätzliche Dokumente: 31 × 0,805\u00a0€', single_price_net: 2_496 },
        { description: 'Archiv', single_price_net: 1_500 },
      ],
    });
    expect(setup.sandbox.state.mails[0]?.fields).toMatchObject({ to: 'billing@example.test' });
    expect(setup.sandbox.state.debits[0]?.fields).toMatchObject({
      amount: 16_536,
      mandate_id: 'M-1',
      mandate_date_of_signature: '2026-01-02',
      local_instrument: 'CORE',
      sequence_type: 'FRST',
      requested_at: '2026-11-06',
    });
    // A collection by the provider also uses the mandate (DATA-07).
    expect(await setup.sql('select sepa_last_use::text from tenant where id = $1', [id])).toEqual([
      { sepa_last_use: '2026-11-06' },
    ]);
    expect(document?.fields.text).toBe(
      'Wir ziehen 165,36\u00a0€ am 06.11.2026 oder an einem der folgenden Bankarbeitstage per SEPA-Lastschrift ein. Mandatsreferenz: M-1.',
    );
    expect(await only()).toMatchObject({ state: 'done', document_number: document?.number });
  });

  test('is never made twice', async () => {
    const id = await oneTenant(bare);
    await start(id);
    await expect(start(id)).rejects.toMatchObject({ refusal: { code: 'billing_exists' } });
    await run();
    await expect(start(id)).rejects.toMatchObject({ refusal: { code: 'billing_exists' } });
    expect(await run()).toBe(0);
    expect(documents()).toHaveLength(1);
    await expect(
      setup.sql("update billing set document_id = '1' where tenant_id = $1", [id]),
    ).rejects.toThrow('decided once');
  });

  test('a mandate is used as first only once', async () => {
    const id = await oneTenant();
    await start(id, '2026-09');
    await run();
    await start(id);
    await run();
    expect(setup.sandbox.state.debits.map(({ fields }) => fields.sequence_type)).toEqual(['FRST', 'RCUR']);
  });

  test('is not finished if the provider computes another amount, until it is corrected', async () => {
    const id = await oneTenant(bare);
    await start(id);
    setup.sandbox.faults.plan({
      fault: { kind: 'status', status: 429, retryAfterSeconds: 5 },
      method: 'PUT',
    });
    await run();
    const [document] = documents();
    if (document) setup.sandbox.state.documents.set(document.id, { ...document, amount: 11_782 });
    setup.clock.forward(5_000);
    await run();
    expect(await only()).toMatchObject({
      state: 'refused',
      problem: 'amount_differs',
      document_number: null,
    });
    expect(documents()[0]).toMatchObject({ is_draft: true });
    if (document) setup.sandbox.state.documents.set(document.id, document);
    await start(id);
    await run();
    expect(await only()).toMatchObject({ state: 'done', problem: null });
    expect(documents()).toHaveLength(1);
  });

  test('continues with new prices after the provider refused its draft', async () => {
    const id = await oneTenant(bare);
    await setup.sql('update tenant set easybill_id = $2 where id = $1', [id, unknownCustomer]);
    await start(id);
    await run();
    expect(await only()).toMatchObject({ state: 'refused', problem: 'draft_refused', document_id: null });
    await setup.sql("update tenant set easybill_id = '77', base_price_document = 10 where id = $1", [id]);
    await start(id);
    await run();
    expect(await only()).toMatchObject({ state: 'done', gross: '11.90' });
  });

  test('continues with corrected bank data after the direct debit was refused', async () => {
    const id = await oneTenant({ sepa_mandate_reference: 'M-1', automatic_billing_mail: false });
    setup.sandbox.faults.plan({ fault: { kind: 'status', status: 404 }, path: /sepa-payments$/ });
    await start(id);
    await run();
    expect(await only()).toMatchObject({
      state: 'refused',
      problem: 'debit_refused',
      document_number: 'RE-00001',
    });
    await setup.sql("update tenant set sepa_mandate_reference = 'M-2' where id = $1", [id]);
    await start(id);
    await run();
    expect(await only()).toMatchObject({ state: 'done', document_number: 'RE-00001' });
    expect(setup.sandbox.state.debits.map(({ fields }) => fields.mandate_id)).toEqual(['M-2']);
    expect(documents()).toHaveLength(1);
  });

  test('OP-13 can be sent later and cancelled, and the month charged again with current data, each once', async () => {
    const id = await oneTenant(bare);
    await expect(setup.database.atGate((tx) => cancelBilling(tx, partsOf(id)))).rejects.toMatchObject({
      refusal: { code: 'billing_not_cancellable' },
    });
    await start(id);
    await run();
    expect(setup.sandbox.state.mails).toHaveLength(0);
    await setup.database.atGate((tx) => mailBilling(tx, partsOf(id)));
    await run();
    await expect(setup.database.atGate((tx) => mailBilling(tx, partsOf(id)))).rejects.toMatchObject({
      refusal: { code: 'billing_exists' },
    });
    expect(setup.sandbox.state.mails).toHaveLength(1);
    await setup.database.atGate((tx) => cancelBilling(tx, partsOf(id)));
    setup.sandbox.faults.plan({ fault: { kind: 'answer_lost' }, method: 'POST', path: /cancel$/ });
    await run();
    setup.clock.forward(60_000);
    await run();
    expect(await only()).toMatchObject({ state: 'cancelled' });
    expect(documents().map(({ amount, fields }) => [fields.type, amount])).toEqual([
      ['INVOICE', 11_781],
      ['STORNO', -11_781],
    ]);
    await setup.sql('update tenant set base_price_document = 50 where id = $1', [id]);
    expect(await startDueBillings(setup.database, setup.clock.now(), null)).toBe(0);
    const both = await Promise.allSettled([start(id), start(id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await run();
    await expect(start(id)).rejects.toMatchObject({ refusal: { code: 'billing_exists' } });
    expect((await billingsOf(setup)).map(({ state, gross }) => [state, gross])).toEqual([
      ['cancelled', '117.81'],
      ['done', '59.50'],
    ]);
    const last = documents().at(-1);
    expect(last).toMatchObject({ amount: 5_950, is_draft: false });
    expect(last?.fields).toMatchObject({ type: 'INVOICE', external_id: `kontor-${id}-2026-10.2` });
  });

  describe('OP-13 a credit note', () => {
    const cancel = (id: number) => setup.database.atGate((tx) => cancelBilling(tx, partsOf(id)));
    const credit = (id: number, net: string) =>
      setup.database.atGate((tx) => creditBilling(tx, partsOf(id), { net, reason: 'Ausfall am 3. Oktober' }));

    test('SHEET-21 is made once for concurrent equal requests; a different one is separate', async () => {
      const id = await oneTenant(bare);
      await start(id);
      await run();
      const both = await Promise.allSettled([credit(id, '10'), credit(id, '10')]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { refusal: { code: 'billing_under_way' } },
      });
      await credit(id, '11');
      const made = await setup.database.atGate((tx) =>
        tx.query("select from billing where tenant_id = $1 and kind = 'credit'", [id]),
      );
      expect(made).toHaveLength(2);
    });

    test('credits part of a finished invoice, at most all of it, and is processed like an invoice', async () => {
      const id = await oneTenant({ ...bare, automatic_billing_mail: true });
      await expect(credit(id, '1')).rejects.toMatchObject({ refusal: { code: 'billing_not_creditable' } });
      await start(id);
      await run();
      const invoice = documents()[0];
      // The second request arrives during the first and waits for it.
      const second = await setup.database.atGate(async (tx) => {
        await creditBilling(tx, partsOf(id), { net: '60', reason: 'Ausfall am 3. Oktober' });
        const others = Promise.allSettled([credit(id, '60'), cancel(id)]);
        await delay(200);
        return { others };
      });
      expect(await second.others).toMatchObject([
        { status: 'rejected', reason: { refusal: { code: 'billing_credit_exceeds' } } },
        { status: 'rejected', reason: { refusal: { code: 'billing_credited' } } },
      ]);
      await run();
      await credit(id, '39');
      await expect(credit(id, '0.01')).rejects.toMatchObject({
        refusal: { code: 'billing_credit_exceeds', field: 'net' },
      });
      // After a lost answer it is looked up instead of made again.
      setup.sandbox.faults.plan({ fault: { kind: 'answer_lost' }, method: 'POST', path: /documents$/ });
      await run();
      const credits = documents().filter(({ fields }) => fields.type === 'CREDIT');
      expect(credits.map(({ amount, number }) => [amount, number])).toEqual([
        [7_140, 'GS-00002'],
        [4_641, 'GS-00003'],
      ]);
      expect(credits[0]?.fields).toMatchObject({
        ref_id: invoice?.id,
        external_id: `kontor-${id}-2026-10-c1`,
        items: [{ description: 'Ausfall am 3. Oktober', single_price_net: 6_000, vat_percent: 19 }],
      });
      expect(setup.sandbox.state.mails).toHaveLength(3);
      await expect(setup.database.atGate((tx) => cancelBilling(tx, partsOf(id)))).rejects.toMatchObject({
        refusal: { code: 'billing_credited' },
      });
    });

    test('continues after the provider refused it', async () => {
      const id = await oneTenant(bare);
      await start(id);
      await run();
      setup.sandbox.faults.plan({
        fault: { kind: 'status', status: 404 },
        method: 'POST',
        path: /documents$/,
      });
      await credit(id, '10');
      await run();
      expect((await billingsOf(setup)).map(({ state }) => state)).toEqual(['done', 'refused']);
      await start(id);
      await run();
      expect((await billingsOf(setup)).map(({ state }) => state)).toEqual(['done', 'done']);
    });

    test.each([
      ["update billing set kind = 'invoice', credits_id = null where credits_id is not null"],
      ["update billing set state = 'open' where state = 'cancelled'"],
    ])('cannot be changed: %s', async (change) => {
      const id = await oneTenant(bare);
      await start(id);
      await run();
      await credit(id, '1');
      await setup.sql("update billing set state = 'cancelled' where kind = 'invoice'");
      await expect(setup.sql(change)).rejects.toThrow('decided once');
    });
  });

  test('SET-10 needs the tenant’s ID at the service', async () => {
    const id = await oneTenant(bare);
    await setup.sql("update tenant set easybill_id = ' ' where id = $1", [id]);
    await expect(start(id)).rejects.toMatchObject({ refusal: { code: 'billing_not_connected' } });
    await expect(start(404_404)).rejects.toMatchObject({ refusal: { code: 'not_found' } });
  });
});

describe('OP-09 OP-03 automatic billing', () => {
  const due = async (at: string) => await startDueBillings(setup.database, new Date(at), null);
  const months = async () =>
    (
      await setup.sql<{ month: string }>("select to_char(month, 'YYYY-MM') as month from billing order by 1")
    ).map((row) => row.month);

  test('starts on the 1st in the tenant’s time zone, once, and catches up for a week', async () => {
    const id = await oneTenant();
    await setup.sql(
      "insert into configuration (tenant_id, key, value, model) values ($1, 'timezone', 'Atlantic/Azores', 'string')",
      [id],
    );
    expect(await due('2026-11-01T00:30:00Z')).toBe(0);
    expect(await due('2026-11-01T01:30:00Z')).toBe(1);
    expect(await due('2026-11-02T12:00:00Z')).toBe(0);
    expect(await due('2026-12-08T12:00:00Z')).toBe(0);
    expect(await due('2027-01-07T12:00:00Z')).toBe(1);
    expect(await months()).toEqual(['2026-10', '2026-12']);
  });

  test('skips tenants that do not want it, are not connected, came later or have nothing to pay', async () => {
    await oneTenant({ automatic_billing: false });
    await oneTenant({ created_at: '2026-11-01T00:00:00+01:00' });
    await oneTenant({ base_price_document: null });
    const id = await oneTenant();
    await setup.sql('update tenant set easybill_id = null where id = $1', [id]);
    expect(await due('2026-11-01T09:00:00Z')).toBe(0);
  });

  test('OP-03 OP-13 charges an archived tenant for its days in the month of archiving, and not after it', async () => {
    const change = { status: 'archived', archived_at: '2026-10-02T12:00:00Z' };
    await oneTenant(change);
    expect(await due('2026-11-01T09:00:00Z')).toBe(1);
    setup.clock.forward(3_600_000);
    await run();
    // 2 of 31 days of 99.00 are 6.387.
    expect(await only()).toMatchObject({ state: 'done', gross: '7.60' });
    const items = documents()[0]?.fields.items;
    expect(items).toMatchObject([
      { description: 'Grundpreis Dokumente, 2 von 31 Tagen', single_price_net: 639 },
    ]);
    expect(await due('2026-12-01T09:00:00Z')).toBe(0);
    expect(await months()).toEqual(['2026-10']);
  });
});
