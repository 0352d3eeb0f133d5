import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingTables } from '../audit/server/store.ts';
import type { Facts, UsedWay } from '../process-documentation/facts.ts';
import { documentWords } from '../process-documentation/server/document-words.ts';
import { registerColumns, registerRows } from './register.ts';

const facts: Pick<
  Facts,
  | 'settings'
  | 'tenant'
  | 'companies'
  | 'marketplaces'
  | 'connections'
  | 'mailboxes'
  | 'destinations'
  | 'tokens'
  | 'ways'
> = {
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
  destinations: [],
  tokens: [],
  ways: [],
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

/** The recipients of each activity, by its name. */
function recipients(changed: Partial<Facts>): Readonly<Record<string, string>> {
  const rows = registerRows({ ...facts, ...changed } as Facts, documentWords('de', 'UTC'), '01.02.2026');
  const activities = rows.filter((row) => row.length === registerColumns.length);
  const column = registerColumns.indexOf('recipients');
  return Object.fromEntries(activities.map((row): [string, string] => [row[0] ?? '', row[column] ?? '']));
}

test('ARC-08 without anything set, nobody receives anything but the tax audit', () => {
  const { Änderungsprotokoll: audit, ...others } = recipients({ connections: [] });
  expect(audit).toBe('Betriebsprüfung mit eigenem Zugang');
  for (const [name, list] of Object.entries(others)) expect([name, list]).toEqual([name, 'Keine']);
});

test.each<[UsedWay['way'], string, readonly string[]]>([
  ['webhook', 'Lager, lager.example', ['Bestellanforderungen und Bestellungen', 'Eingangsrechnungen']],
  ['push', '', ['E-Mails']],
  ['files', 's3.firma.example', ['Bestellanforderungen und Bestellungen', 'Eingangsrechnungen']],
  ['telemetry', 'collector.example', ['Sicherheitsprotokoll']],
  ['sign_on', 'Firmenanmeldung, login.example', ['Zugänge und Rechte']],
  ['directory', 'Entra', ['Zugänge und Rechte']],
  ['mail', 'mail.firma.example', ['Zugänge und Rechte', 'E-Mails']],
  ['database', 'db.example', ['Zugänge und Rechte', 'Eingangsrechnungen', 'Änderungsprotokoll']],
])('ARC-08 a way set up is a recipient: %s', (way, other, activities) => {
  const named = recipients({ ways: [{ way, other }] });
  const words = documentWords('de', 'UTC').of(`way.${way}.name`);
  for (const activity of activities)
    expect(named[activity]).toContain(other === '' ? words : `${words}: ${other}`);
});

test('ARC-08 destinations of regular exports and programs with a token are recipients, people with a token are not', () => {
  const named = recipients({
    destinations: [{ name: 'Archiv', place: 'https://s3.example/ablage' }],
    tokens: [
      { name: 'Lager [API]', isProgram: true },
      { name: 'Anna Muster', isProgram: false },
    ],
  });
  expect(named.Eingangsrechnungen).toContain('Archiv (https://s3.example/ablage)');
  expect(named.Eingangsrechnungen).toContain('Lager [API]');
  expect(Object.values(named).join()).not.toContain('Anna Muster');
});

/** Settings that name no other system or person outside. */
const withoutRecipients = [
  ...['configuration', 'tenant', 'client', 'client_discount_code', 'client_d365_dimension'],
  ...[
    'role_template',
    'task_group_user',
    'department',
    'department_client',
    'department_approver',
    'product_group',
  ],
  ...[
    'cost_center_client',
    'cost_center_approver',
    'supplier_approver',
    'process_text',
    'client_marketplace',
  ],
  ...[
    'permission',
    'permission_user',
    'permission_client',
    'permission_department',
    'permission_cost_center',
  ],
  ...['permission_supplier', 'permission_product_group', 'sign_on_group', 'directory_group'],
  // Its files go to a destination or to the address of a person of the tenant.
  'scheduled_export',
];

test('ARC-08 each table of settings is read for recipients or reviewed as naming none', () => {
  const source = readFileSync(
    new URL('../process-documentation/server/load-facts.ts', import.meta.url),
    'utf8',
  );
  const reading = source.slice(source.indexOf('const waysQuery'));
  const read = new Set([...reading.matchAll(/\bfrom (\w+)/g)].map(([, table]) => table));
  expect(settingTables.filter((table) => !read.has(table) && !withoutRecipients.includes(table))).toEqual([]);
  expect(withoutRecipients.filter((table) => read.has(table))).toEqual([]);
});
