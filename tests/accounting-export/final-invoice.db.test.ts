import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DynamicsBooking } from '../../src/features/accounting-export/targets/ms365/model.ts';
import { act, attempt, checkable, type Invoice, on, save, wayOn } from '../invoice/invoices.ts';
import { dynamicsDemo } from './dynamics.ts';
import { discard, type ExportingDemo, exportingDemo, read } from './exports.ts';

let fixture: ExportingDemo;

beforeAll(async () => {
  fixture = await exportingDemo();
});
afterAll(() => fixture.close());

/** An order of the first supplier, large enough for every invoice of these tests. */
async function order(of: ExportingDemo): Promise<number> {
  const [row] = await of.demo.web.sql<{ id: string }>(
    `with begun as (insert into timeline (tenant_id) values ($1) returning id)
     insert into procurement (tenant_id, timeline_id, creator_id, name, status, client_id, number, total_netto, total_tax, total_brutto)
       select $1, id, $2, 'Anlage', 'ordered', $3, 70000 + id, 5000, 950, 5950 from begun returning id`,
    [of.accountant.context.tenantId, of.accountant.context.userId, of.client],
  );
  return Number(row?.id);
}

/** The booked amount of invoices in the company's currency. */
async function booked(of: ExportingDemo, ids: readonly number[]): Promise<string> {
  const [row] = await of.demo.web.sql<{ sum: string }>(
    `select sum(control_amount)::text as sum from invoice_export_entry where invoice_id = any ($1) and state = 'exported'`,
    [ids],
  );
  return row?.sum ?? '';
}

async function openValue(of: ExportingDemo, id: number): Promise<string> {
  const [row] = await of.demo.web.sql<{ open: string }>(
    'select open_value::float::text as open from procurement where id = $1',
    [id],
  );
  return row?.open ?? '';
}

const rates = [
  { tax_percentage: '19', total_netto: '1200.00', description: 'Gerät', kind: 'item' },
  { tax_percentage: '7', total_netto: '193.51', description: 'Bücher', kind: 'item' },
];

describe('INV-22 a final invoice', () => {
  it('is booked with the remainder only, and uses the same amount of its order', async () => {
    const orderId = await order(fixture);
    const linked = { procurement_id: orderId };
    const paid = await fixture.waiting({ ...linked, document_type: 'prepayment', total_brutto: '595.00' });
    const final = await fixture.waiting(
      { ...linked, document_type: 'final', total_brutto: '1635.06', prepaid_amount: '595.00' },
      rates,
    );
    const [run] = await fixture.exported({ invoice_ids: [paid.id, final.id] });
    expect(run).toMatchObject({ exported_count: 2, failed_count: 0, control_total: 1635.06 });
    const rows = await fixture.demo.web.sql<{ bookings: { bookings: { gross: string }[] } }>(
      'select bookings from invoice_export_entry where invoice_id = $1',
      [final.id],
    );
    expect(rows[0]?.bookings.bookings.map(({ gross }) => gross)).toEqual(['833.00', '207.06']);
    expect(await openValue(fixture, orderId)).toBe('3606.49');
  });

  it('clears the account, key and cost center on which the prepayment was booked', async () => {
    const { tenantId } = fixture.accountant.context;
    const linked = { procurement_id: await order(fixture) };
    const [key] = await fixture.demo.web.sql<{ id: string }>(
      `insert into posting_key (tenant_id, number, name, tax) values ($1, '409', 'Anzahlungen', 19) returning id`,
      [tenantId],
    );
    const [center] = await fixture.demo.web.sql<{ id: string; number: string }>(
      `select k.id, k.number from cost_center k join cost_center_client l on l.cost_center_id = k.id
       where k.tenant_id = $1 and l.client_id = $2 order by k.id limit 1`,
      [tenantId, fixture.client],
    );
    const paid = await fixture.waiting({
      ...{ ...linked, document_type: 'prepayment', total_brutto: '595.00' },
      ...{ ledger_account_id: await fixture.account('1518'), posting_key_id: Number(key?.id) },
      cost_center_id: Number(center?.id),
    });
    const final = await fixture.waiting(
      { ...linked, document_type: 'final', total_brutto: '1635.06', prepaid_amount: '595.00' },
      rates,
    );
    await fixture.exported({ invoice_ids: [paid.id, final.id] });
    const rows = await fixture.demo.web.sql<{ booked: string }>(
      `select concat_ws(' ', b ->> 'account', b ->> 'posting_key', b ->> 'cost_center', b ->> 'gross') as booked
       from invoice_export_entry e, jsonb_array_elements(e.bookings -> 'bookings') b where e.invoice_id = any ($1) order by e.id`,
      [[paid.id, final.id]],
    );
    const prepaid = `1518 409 ${center?.number}`;
    expect(rows.map(({ booked: row }) => row)).toEqual([
      `${prepaid} 595.00`,
      ...['4980 9 1428.00', '4980 8 207.06', `${prepaid} -595.00`],
    ]);
  });

  it('waits for an unreleased prepayment invoice', async () => {
    const orderId = await order(fixture);
    const linked = { procurement_id: orderId };
    const paid = await fixture.waiting({ ...linked, document_type: 'prepayment', total_brutto: '595.00' });
    const settled = { document_type: 'final', total_brutto: '1190.00', prepaid_amount: '595.00' };
    const final = await fixture.waiting({ ...linked, ...settled });
    const clearing = await act(fixture.accountant, 'send_to_clearing', await read(fixture, paid.id), {
      comment: 'Prüfen',
    });
    const [run] = await fixture.exported({ invoice_ids: [final.id] });
    expect(run?.entries).toMatchObject([{ state: 'failed', problem: { code: 'prepayment_not_booked' } }]);
    await act(fixture.accountant, 'discard', clearing, { comment: 'falsch' });
    await fixture.exported({ invoice_ids: [final.id] });
    expect(await booked(fixture, [paid.id, final.id])).toBe('1190.00');
  });

  it('still asks about earlier payments while it waits, where nothing is deducted any more', async () => {
    const orderId = await order(fixture);
    const linked = { procurement_id: orderId };
    const paid = await fixture.waiting({ ...linked, document_type: 'prepayment', total_brutto: '595.00' });
    const head = { document_type: 'final', total_brutto: '1190.00', prepaid_amount: '595.00' };
    const final = await fixture.waiting({ ...linked, ...head });
    const clearing = await act(fixture.accountant, 'send_to_clearing', final, { comment: 'Prüfen' });
    const accounted = await act(fixture.accountant, 'to_accounting', clearing);
    await discard(fixture, paid);
    const { refusal } = await attempt(fixture.accountant, 'to_export', accounted);
    expect(refusal?.code).toBe('prepaid_unlinked');
  });

  it('deducts a prepayment only in the first of several final invoices', async () => {
    const orderId = await order(fixture);
    const linked = { procurement_id: orderId };
    const paid = await fixture.waiting({ ...linked, document_type: 'prepayment', total_brutto: '119.00' });
    const [one, other] = [
      await fixture.waiting({
        ...{ ...linked, document_type: 'final' },
        ...{ total_brutto: '238.00', prepaid_amount: '119.00' },
      }),
      await fixture.waiting({ ...linked, document_type: 'final', total_brutto: '357.00' }),
    ];
    const ids = [paid.id, one.id, other.id];
    await fixture.exported({ invoice_ids: ids });
    expect(await booked(fixture, ids)).toBe('595.00');
    expect(await openValue(fixture, orderId)).toBe('4500');
    await discard(fixture, other);
    await fixture.exported({ client_id: fixture.client });
    expect(await booked(fixture, ids)).toBe('238.00');
  });

  describe('keeps its deductions once booked', () => {
    let orderId: number;
    let paid: Invoice;
    let final: Invoice;

    beforeEach(async () => {
      orderId = await order(fixture);
      const linked = { procurement_id: orderId };
      paid = await fixture.waiting({ ...linked, document_type: 'prepayment', total_brutto: '595.00' });
      const settled = { document_type: 'final', total_brutto: '1190.00', prepaid_amount: '595.00' };
      final = await fixture.waiting({ ...linked, ...settled });
      await fixture.exported({ invoice_ids: [paid.id, final.id] });
      paid = await act(fixture.accountant, 'send_to_clearing', await read(fixture, paid.id), {
        comment: 'Prüfen',
      });
    });

    /** An invoice of the order in its check. */
    const typed = async (head: object) =>
      await act(
        fixture.accountant,
        'send_to_clearing',
        await fixture.waiting({ ...head, procurement_id: null }),
        { comment: 'Bestellung zuordnen' },
      ).then((invoice) => save(fixture.accountant, { ...on(invoice), head: { procurement_id: orderId } }));

    const prepaidOf = (invoice: Invoice, prepaid_amount: string) =>
      save(fixture.accountant, { ...on(invoice), head: { prepaid_amount } });

    const refusal = () => ({
      code: 'prepayment_taken_off',
      values: { number: final.invoice_number_formatted },
    });

    it('so that the prepayment cannot be discarded before the final invoice is reopened', async () => {
      const refused = await attempt(fixture.accountant, 'discard', paid, { comment: 'falsch' });
      expect(refused.refusal).toMatchObject(refusal());
      await act(fixture.accountant, 'send_to_clearing', await read(fixture, final.id), { comment: 'Prüfen' });
      await act(fixture.accountant, 'discard', paid, { comment: 'falsch' });
      const unpaid = await prepaidOf(await read(fixture, final.id), '0');
      const released = await act(fixture.accountant, 'to_accounting', unpaid);
      await act(fixture.accountant, 'to_export', released);
      await fixture.exported({ client_id: fixture.client });
      expect(await booked(fixture, [paid.id, final.id])).toBe('1190.00');
      expect(await openValue(fixture, orderId)).toBe('4000');
    });

    it('whichever way the prepayment is written', async () => {
      const changes = [
        "status = 'declined'",
        'total_netto = 400',
        'procurement_id = null',
        "document_type = 'invoice'",
      ];
      for (const change of changes) {
        const written = fixture.demo.web.sql(`update invoice set ${change} where id = $1`, [paid.id]);
        await expect(written, change).rejects.toMatchObject({ message: 'prepayment_taken_off' });
      }
      await fixture.demo.web.sql('update invoice set ledger_account_id = null where id = $1', [paid.id]);
    });

    it('so that a credit note corrects the final invoice instead', async () => {
      const { accountant, client } = fixture;
      const supplied = await fixture.demo.web.sql<{ supplier_id: string }>(
        'select supplier_id from invoice where id = $1',
        [paid.id],
      );
      const credit = await save(accountant, {
        head: {
          ...checkable,
          supplier_id: Number(supplied[0]?.supplier_id),
          client_id: client,
          tax: '19',
          currency: 'EUR',
          number_printed: `GS-${paid.id}`,
          invoice_date: '2026-10-30',
          total_brutto: '-119.00',
          corrects_invoice_id: paid.id,
        },
      });
      const refused = await attempt(accountant, wayOn(credit), credit);
      expect(refused.refusal?.problems).toMatchObject([{ field: 'corrects_invoice_id', ...refusal() }]);
    });

    it('for any later prepayment, which continues with a reason and can be discarded', async () => {
      const before = await openValue(fixture, orderId);
      const late = await typed({ document_type: 'prepayment', total_brutto: '119.00' });
      expect(Number(await openValue(fixture, orderId))).toBe(Number(before) - 100);
      const question = { code: 'prepayment_after_final', values: { number: final.invoice_number_formatted } };
      const comment = 'Nachtrag zur Schlussrechnung';
      let waiting = late;
      for (const action of ['to_accounting', 'to_export']) {
        const asked = await attempt(fixture.accountant, action, waiting, { comment });
        expect(asked.refusal).toMatchObject(question);
        const confirmations = [asked.refusal?.confirm?.hash ?? ''];
        const silent = await attempt(fixture.accountant, action, waiting, { confirmations });
        expect(silent.refusal).toMatchObject({ code: 'comment_required' });
        waiting = await act(fixture.accountant, action, waiting, { comment, confirmations });
      }
      const payload = waiting.timeline.timeline_entries.filter(
        ({ message_code }) => message_code === question.code,
      );
      expect(payload).toHaveLength(2);
      await discard(fixture, waiting);
      expect(await openValue(fixture, orderId)).toBe(before);
    });

    it('with the credit note of a prepayment, which can return to accounting', async () => {
      await act(fixture.accountant, 'send_to_clearing', await read(fixture, final.id), { comment: 'Prüfen' });
      const credit = await typed({ total_brutto: '-119.00', corrects_invoice_id: paid.id });
      const exportEntry = async (invoice: Invoice) =>
        act(fixture.accountant, 'to_export', await act(fixture.accountant, 'to_accounting', invoice));
      await exportEntry(credit);
      await exportEntry(await prepaidOf(await read(fixture, final.id), '476.00'));
      await exportEntry(paid);
      await fixture.exported({ client_id: fixture.client });
      const ids = [paid.id, credit.id, final.id];
      expect(await booked(fixture, ids)).toBe('1190.00');
      const opened = await openValue(fixture, orderId);
      const reopened = await act(fixture.accountant, 'send_to_clearing', await read(fixture, credit.id), {
        comment: 'Konto falsch',
      });
      const refused = await attempt(fixture.accountant, 'discard', reopened, { comment: 'falsch' });
      expect(refused.refusal).toMatchObject(refusal());
      await exportEntry(reopened);
      await fixture.exported({ client_id: fixture.client });
      expect(await booked(fixture, ids)).toBe('1190.00');
      expect(await openValue(fixture, orderId)).toBe(opened);
    });

    it('and also deducts a prepayment that arrives while it is reopened, once it counts as paid', async () => {
      const reopened = await act(fixture.accountant, 'send_to_clearing', await read(fixture, final.id), {
        comment: 'Prüfen',
      });
      const late = await typed({ document_type: 'prepayment', total_brutto: '119.00' });
      await act(fixture.accountant, 'to_export', await act(fixture.accountant, 'to_accounting', late));
      await act(fixture.accountant, 'to_export', await act(fixture.accountant, 'to_accounting', paid));
      const { refusal: asked } = await attempt(fixture.accountant, 'to_accounting', reopened);
      expect(asked).toMatchObject({ code: 'prepaid_differs', values: { amount: '119.00' } });
      const settled = await prepaidOf(reopened, '714.00');
      await act(fixture.accountant, 'to_export', await act(fixture.accountant, 'to_accounting', settled));
      await fixture.exported({ client_id: fixture.client });
      expect(await booked(fixture, [paid.id, late.id, final.id])).toBe('1190.00');
    });
  });

  it('EXP-14 is booked with the remainder at Dynamics 365 too', async () => {
    const dynamics = await dynamicsDemo();
    try {
      const linked = { procurement_id: await order(dynamics) };
      const paid = await dynamics.waiting({
        ...{ ...linked, document_type: 'prepayment', total_brutto: '595.00' },
        ledger_account_id: await dynamics.account('1518'),
      });
      const final = await dynamics.waiting(
        { ...linked, document_type: 'final', total_brutto: '1635.06', prepaid_amount: '595.00' },
        rates,
      );
      const [run] = await dynamics.exported({ invoice_ids: [paid.id, final.id] });
      expect(run).toMatchObject({ exported_count: 2, failed_count: 0, control_total: 1635.06 });
      expect(dynamics.sandbox.state.invoices.map(({ amount }) => amount)).toEqual(['595', '1040.06']);
      const [booked] = await dynamics.demo.web.sql<{ bookings: DynamicsBooking }>(
        'select bookings from invoice_export_entry where invoice_id = $1',
        [final.id],
      );
      expect(booked?.bookings.lines.map(({ account, gross }) => `${account} ${gross}`)).toEqual([
        '4980 1635.06',
        '1518 -595.00',
      ]);
    } finally {
      await dynamics.close();
    }
  });
});
