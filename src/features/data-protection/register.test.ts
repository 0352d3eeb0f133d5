import { expect, test } from 'vitest';
import type { Facts } from '../process-documentation/facts.ts';
import { documentWords } from '../process-documentation/server/document-words.ts';
import { registerColumns, registerRows } from './register.ts';

const facts: Pick<Facts, 'settings' | 'tenant' | 'companies' | 'marketplaces' | 'connections' | 'mailboxes'> =
  {
    settings: {
      module_procurement: true,
      module_invoice: true,
      module_contract: false,
      retention_years_order: 6,
      retention_years_invoice: 12,
    },
    tenant: {
      name: 'Muster GmbH',
      address: 'Hof 1, Berlin',
      contact_email: null,
      billing_email: null,
      import_invoice_email: null,
    },
    companies: [],
    marketplaces: [],
    connections: [{ system: 'datev', company: null, isActive: true }],
    mailboxes: [],
  };

test('ARC-08 the register names retention and recipients as they are set, and leaves out modules that are off', () => {
  const rows = registerRows(facts as Facts, documentWords('de', 'UTC'), '01.02.2026');
  const activities = rows.filter((row) => row.length === registerColumns.length);
  expect(activities.map(([name]) => name)).not.toContain('Verträge');
  const invoice = activities.find(([name]) => name === 'Eingangsrechnungen');
  expect(invoice).toEqual(expect.arrayContaining(['12 Jahre nach Ende des Kalenderjahres']));
  expect(invoice?.[5]).toContain('DATEV');
  // What only the company knows is left to be entered.
  for (const row of activities) expect(row[6]).toBe('[vom Unternehmen einzutragen]');
  expect(rows.flat().join(' ')).toContain('Muster GmbH, Hof 1, Berlin');
});
