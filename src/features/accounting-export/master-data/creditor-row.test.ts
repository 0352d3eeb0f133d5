import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkExtf } from '../../../../scripts/extf/check-extf.ts';
import { isRefusal } from '../../../base/refusal.ts';
import { partnerCategory } from '../extf/categories.ts';
import { headLines } from '../server/extf/header.ts';
import { inWindows1252 } from '../server/extf/windows-1252.ts';
import { creditorRow } from './creditor-row.ts';
import type { Values } from './model.ts';
import { openMasterData } from './open-file.ts';
import { masterDataPlan } from './plan.ts';
import { RowReader } from './read-rows.ts';

const head = headLines(partnerCategory, {
  company: { consultant_number: '29098', client_number: '55003', ledger_account_length: 4 },
  madeAt: '20261101120000000',
  yearStart: '2026-01-01',
  label: 'Kreditoren',
});

const fileOf = (values: Values) =>
  inWindows1252(head + creditorRow({ supplier_id: 1, account: '70001', values }));

const full: Values = {
  name: 'Bäcker & "Söhne" GmbH',
  address: 'Am Haagelspfädchen 14',
  zipcode: '50999',
  city: 'Köln',
  country: 'DE',
  phone: '0221 1234',
  email: 'post@baecker.de',
  contact_person: 'Sabine Muster',
  vat_number: 'DE136695976',
  tax_number: '219/5555/1234',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  payment_days: 30,
  discount_1_percentage: '3',
  discount_1_days: 14,
  discount_2_percentage: '2.5',
  discount_2_days: 21,
};

test("EXP-25 a creditor's row is accepted by its receiver and reads back unchanged", () => {
  const bytes = fileOf(full);
  expect(checkExtf(bytes, 'EXTF_Kreditoren.csv').findings).toEqual([]);
  const file = openMasterData(bytes);
  if (isRefusal(file)) throw new Error(file.code);
  const reader = new RowReader(file);
  reader.take([...file.rows]);
  expect(reader.problems).toEqual([]);
  const here = {
    id: 1,
    account: '70001',
    isOwnAccount: true,
    active: true,
    stamp: '',
    values: full,
    waiting: null,
  };
  expect(masterDataPlan(reader.rows, [here])).toMatchObject({ changed: [], agreeing: [1] });
});

test.each(['AUTOMATIC_DEBIT', 'CREDIT_CARD', 'ONLINE_PAYMENT'])(
  'INV-21 EXP-25 a supplier paid by %s has no bank account in the file',
  (payment_method) => {
    const row = creditorRow({ supplier_id: 1, account: '70001', values: { ...full, payment_method } });
    expect(row).not.toMatch(/DE89370400440532013000|COBADEFFXXX/);
  },
);

test('EXP-25 the row of any supplier is valid; numbers that are too long are omitted, not cut', () => {
  const text = fc.option(fc.string({ unit: 'binary', maxLength: 80 }));
  type Name = 'address' | 'city' | 'contact_person' | 'email' | 'phone';
  const nothing: Readonly<Record<Name, string | null>> = {
    address: null,
    city: null,
    contact_person: null,
    email: null,
    phone: null,
  };
  fc.assert(
    fc.property(
      fc.record({ address: text, city: text, contact_person: text, email: text, phone: text }),
      (values) => {
        const { findings } = checkExtf(fileOf({ ...values, name: 'A' }), 'EXTF_Kreditoren.csv');
        expect(findings).toEqual([]);
      },
    ),
    // Quotation marks of other scripts become those of the file.
    {
      examples: [
        ...[...'\u1fc1\u201f\u301d\uff02'].map((city): [typeof nothing] => [{ ...nothing, city }]),
        // Transliterated texts grow: one emoji, a street in Cyrillic.
        [{ ...nothing, address: '\u{1faf0}' }],
        [{ ...nothing, address: 'щ'.repeat(20) }],
      ],
    },
  );
  const long = creditorRow({
    supplier_id: 1,
    account: '70001',
    values: { name: 'A', email: `${'a'.repeat(60)}@b.de` },
  });
  expect(long).not.toContain('aaaa');
});
