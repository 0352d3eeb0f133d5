import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/base/day.ts';
import type { CreditorExport } from '../../src/features/accounting-export/master-data/preview.ts';
import { isByTransfer } from '../../src/features/invoice/bank-data.ts';
import { paymentMethods } from '../../src/features/master-data/supplier.ts';
import { act, attempt, checkable, type Invoice, save } from '../invoice/invoices.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { type DatevOnline, datevOnline } from './datev-online.ts';
import { downloaded, read } from './exports.ts';

/** Valid accounts; the second and third are paid to only after two people confirmed them. */
const known = 'DE29200505501280046915';
const changed = 'DE89370400440532013000';
const another = 'DE02120300000000202051';

let fixture: DatevOnline;
let second: WebCaller;

beforeAll(async () => {
  fixture = await datevOnline();
  await fixture.demo.web.sql(
    `update lb_user set roles = roles || '{user-can-insert-supplier,user-see-all-invoices}' where email = 'approver2@demo.test'`,
  );
  second = await fixture.demo.person('approver2@demo.test');
  // Suppliers of all cases share one account (ADM-23).
  for (const trigger of ['keep_account', 'guard_name_of_account'])
    await fixture.demo.web.sql(`alter table supplier disable trigger ${trigger}`);
  await fixture.connect(1);
});
afterAll(() => fixture.close());

/** The kinds of invoices besides their payment methods. */
const kinds = ['invoice', 'credit note', 'paid'] as const;
const methods = [null, ...paymentMethods];

interface Case {
  readonly method: (typeof methods)[number];
  readonly kind: (typeof kinds)[number];
}
const cases: readonly Case[] = methods.flatMap((method) => kinds.map((kind) => ({ method, kind })));
const nameOf = ({ method, kind }: Case) => `${kind} by ${method}`;
/** Whether the amount is transferred; deliberately independent of the product's code. */
const isToTransfer = ({ method, kind }: Case) =>
  kind === 'invoice' && (method === null || method === 'BANK_TRANSFER');

let made = 0;

async function supplierWith(iban: string | null, method: string | null): Promise<number> {
  made += 1;
  const [row] = await fixture.demo.web.sql<{ id: string }>(
    `insert into supplier (tenant_id, name, iban, country, external_id, payment_method)
     values ($1, $2, $3, 'DE', $4, $5) returning id`,
    [fixture.admin.context.tenantId, `Konto ${made} GmbH`, iban, String(71_000 + made), method],
  );
  return Number(row?.id);
}

/** An invoice of a new supplier with this account on it. */
async function invoiceOf(
  { method, kind }: Case,
  iban: string | null,
  of: string | null = known,
): Promise<Invoice> {
  const supplier_id = await supplierWith(of, method);
  const head = {
    ...{ supplier_id, client_id: fixture.client, currency: 'EUR', tax: '19', ...checkable },
    ...{ number_printed: `KT-${made}`, invoice_date: addDays('2026-08-01', made), iban },
    ...{ payment_method: method, total_brutto: '119.00', ledger_account_id: await fixture.account('4980') },
  };
  if (kind === 'invoice') return await save(fixture.accountant, { head });
  if (kind === 'paid') return await save(fixture.accountant, { head: { ...head, paid: true } });
  const corrected = await save(fixture.accountant, {
    head: { ...head, number_printed: `KT-${made}-0`, iban: known },
  });
  return await save(fixture.accountant, {
    head: { ...head, total_brutto: '-119.00', corrects_invoice_id: corrected.id },
  });
}

const outcomeOf = async (invoice: Invoice, action: string) =>
  (await attempt(fixture.accountant, action, await read(fixture, invoice.id))).refusal?.code;

/** Exports invoices; returns the payload of each for DATEV, or the reason of its failure. */
async function payload(invoices: readonly Invoice[]) {
  const { body } = await fixture.order({ invoice_ids: invoices.map(({ id }) => id) });
  const [run] = await fixture.workOff(body.job_id ?? 0);
  const numbers = await fixture.demo.web.sql<{ id: string; number: string }>(
    'select id, number from invoice where id = any ($1::bigint[])',
    [invoices.map(({ id }) => id)],
  );
  return invoices.map(({ id }) => {
    const number = numbers.find((one) => Number(one.id) === id)?.number;
    const booking = fixture.sandbox.state.bookings.findLast(({ invoiceNumber }) => invoiceNumber === number);
    const problem = run?.entries.find(({ invoice_id }) => invoice_id === id)?.problem?.code;
    return { problem, part: booking?.parts[0] };
  });
}

describe("INV-21 EXP-08 an account other than the supplier's, for every payment method", () => {
  test.each(cases.map((one) => [nameOf(one), one] as const))(
    '%s: waits in the check for a second person, typed before or after it',
    async (_, one) => {
      const invoice = await invoiceOf(one, changed);
      expect(await outcomeOf(invoice, 'to_accounting')).toBe('bank_data_unconfirmed');
      const first = await invoiceOf(one, changed, null);
      expect(await outcomeOf(first, 'to_accounting')).toBe('bank_data_unconfirmed');

      const checked = await act(fixture.accountant, 'to_accounting', await invoiceOf(one, known));
      const { id, timeline } = checked;
      await save(fixture.admin, { id, version: timeline.content_version, head: { iban: changed } });
      expect(await outcomeOf(checked, 'to_export')).toBe('bank_data_unconfirmed');
    },
  );

  test('is sent to DATEV after confirmation for transferred amounts only', async () => {
    const invoices: Invoice[] = [];
    for (const one of cases) {
      const invoice = await invoiceOf(one, changed);
      await act(second, 'confirm_bank_data', invoice);
      const checked = await act(fixture.accountant, 'to_accounting', await read(fixture, invoice.id));
      invoices.push(await act(fixture.accountant, 'to_export', checked));
    }
    const answers = await payload(invoices);
    for (const [place, one] of cases.entries()) {
      const { problem, part } = answers[place] ?? {};
      expect([problem, part?.iban], nameOf(one)).toEqual([
        undefined,
        isToTransfer(one) ? changed : undefined,
      ]);
      const isPaidOtherwise = one.kind === 'paid' || !isByTransfer(one.method);
      expect(part?.paymentOrder, nameOf(one)).toBe(isPaidOtherwise ? 'false' : undefined);
    }
  });

  test('is not exported with an invoice that bypasses the check', async () => {
    const invoices: Invoice[] = [];
    for (const one of cases) {
      const checked = await act(fixture.accountant, 'to_accounting', await invoiceOf(one, known));
      invoices.push(await act(fixture.accountant, 'to_export', checked));
    }
    await fixture.demo.web.sql('update invoice set iban = $2 where id = any ($1::bigint[])', [
      invoices.map(({ id }) => id),
      another,
    ]);
    const answers = await payload(invoices);
    for (const [place, one] of cases.entries()) {
      const { problem, part } = answers[place] ?? {};
      expect(problem, nameOf(one)).toBe(isToTransfer(one) ? 'bank_data_unconfirmed' : undefined);
      expect(part?.iban, nameOf(one)).toBeUndefined();
    }
  });

  test('without any account an invoice continues where none is needed', async () => {
    for (const one of cases) {
      const expected = isToTransfer(one) ? 'validation_failed' : undefined;
      expect(await outcomeOf(await invoiceOf(one, null), 'to_accounting'), nameOf(one)).toBe(expected);
    }
  });
});

test('INV-21 EXP-25 creditors are exported with their account only when paid by transfer', async () => {
  await fixture.demo.web.sql(
    `update client set consultant_number = '29098', client_number = '55003', ledger_account_length = 4 where id = $1`,
    [fixture.client],
  );
  const numbers: (readonly [string, boolean])[] = [];
  for (const method of methods) {
    const id = await supplierWith(known, method);
    const [row] = await fixture.demo.web.sql<{ external_id: string }>(
      'select external_id from supplier where id = $1',
      [id],
    );
    numbers.push([row?.external_id ?? '', method === null || method === 'BANK_TRANSFER']);
  }
  const answer = await fixture.admin.send({
    method: 'POST',
    url: '/api/datev/master-data/export',
    payload: { client_id: fixture.client },
  });
  const { file_id } = answer.json<CreditorExport>();
  const rows = new TextDecoder('windows-1252').decode(await downloaded(fixture.admin, file_id)).split('\r\n');
  const isReported = (number: string) => rows.find((row) => row.startsWith(`${number};`))?.includes(known);
  expect(numbers.map(([number]) => [number, isReported(number)])).toEqual(numbers);
});
