import { expect, test } from 'vitest';
import { drawTyped } from '../../../../tests/support/drawn-invoice.ts';
import { signsOf } from './signs.ts';

const reminder = `Papierhaus GmbH
2. Mahnung
Sehr geehrte Damen und Herren, folgende Rechnung ist noch offen:
Rechnungsnummer: RE-4711
Rechnungsdatum: 02.11.2026
Rechnungsbetrag 119,00 EUR
Mahngebühr 5,00 EUR
Gesamtbetrag 124,00 EUR`;
const invoice = `Papierhaus GmbH
Rechnung
Rechnungsnummer: RE-4711
Rechnungsdatum: 02.11.2026
Netto 100,00 EUR
MwSt 19 % 19,00 EUR
Gesamtbetrag 119,00 EUR`;

test('MBX-02 REC-13 a reminder is not an invoice, and names its invoice', async () => {
  const signs = await signsOf([await drawTyped(invoice), await drawTyped(reminder)]);
  expect(signs).toMatchObject([
    { sign: 'invoice', isReminder: false, number: 'RE-4711' },
    { sign: 'other', isReminder: true, names: [0, 1] },
  ]);
});
