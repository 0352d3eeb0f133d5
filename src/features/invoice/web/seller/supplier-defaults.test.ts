import { expect, test } from 'vitest';
import { emptyReading, read } from '../../../../../tests/support/readings.ts';
import { emptyDraft } from '../draft.ts';
import { withSupplier } from './supplier-defaults.ts';

const own = { id: 7, number: '4400', name: 'Werkzeug' };
const supplier = {
  id: 3,
  name: 'Muster Werkzeuge GmbH',
  tax: '7',
  payment_days: 14,
  department: { id: 1, name: 'Einkauf' },
  cost_center: { id: 2, number: '100', name: 'Werk' },
  vat_number: 'DE812659031',
  payment_method: 'AUTOMATIC_DEBIT' as const,
  iban: 'DE29200505501280046915',
  bic: 'HASPDEHHXXX',
  ledger_account: { id: 4, number: '4300', name: 'Material' },
};

test('REC-06 the chosen supplier fills empty fields and keeps entered values', () => {
  const head = { ...emptyDraft.head, name: 'Muster', ledger_account: own };
  const reading = emptyReading({ sellerName: read('Muster') });
  expect(withSupplier(head, supplier, reading)).toMatchObject({
    supplier: { id: 3, name: 'Muster Werkzeuge GmbH' },
    name: 'Muster Werkzeuge GmbH',
    department: supplier.department,
    cost_center: supplier.cost_center,
    ledger_account: own,
    tax: '7',
  });
});

test('REC-06 the tax of the document goes before that of the supplier, and an entered name stays', () => {
  const head = { ...emptyDraft.head, name: 'Bohrer für Werk 2', tax: '19' };
  const taxRow = { category: null, ratePercent: read('19'), basis: null, tax: null };
  const reading = { ...emptyReading({ sellerName: read('Muster') }), taxRows: [taxRow] };
  expect(withSupplier(head, supplier, reading)).toMatchObject({ name: 'Bohrer für Werk 2', tax: '19' });
});
