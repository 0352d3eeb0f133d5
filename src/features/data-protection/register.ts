import { retentionYears } from '../../platform/constants.ts';
import { targets } from '../export-target/targets.ts';
import type { Facts } from '../process-documentation/facts.ts';
import type { Words } from '../process-documentation/words.ts';

export const registerColumns = [
  'activity',
  'purpose',
  'basis',
  'people',
  'data',
  'recipients',
  'third_country',
  'deletion',
  'measures',
] as const;

/** Processing activities, with the module of those that are not always there. */
const activities = [
  ['people', null],
  ['procurement', 'procurement'],
  ['invoice', 'invoice'],
  ['contract', 'contract'],
  ['supplier', null],
  ['mail', null],
  ['audit_log', null],
  ['security_log', null],
] as const;

/**
 * The register of processing (Art. 30 GDPR) as a draft from the settings (ARC-08): what only the company knows is left
 * to be entered. `day` is the day of the settings in words.
 */
export function registerRows(facts: Facts, words: Words, day: string): readonly (readonly string[])[] {
  const { settings, tenant, companies } = facts;
  const of = (key: string, values = {}) => words.of(`register.${key}`, values);
  const listed = (names: readonly string[]) => [...new Set(names)].join(', ') || of('none');
  const values = {
    order: String(settings.retention_years_order),
    invoice: String(settings.retention_years_invoice),
    records: String(retentionYears.records),
    marketplaces: listed(facts.marketplaces.map(({ name }) => name)),
    accounting: listed(facts.connections.map(({ system }) => targets[system].system)),
    mailboxes: listed(facts.mailboxes.map(({ host }) => host)),
  };
  const head = [
    [of('draft', { day })],
    [of('controller'), `${tenant.name}, ${tenant.address}`, tenant.contact_email ?? ''],
    ...companies.map(({ name, address }) => [of('company_of'), `${name}, ${address}`]),
    [of('officer'), of('fill_in')],
  ];
  const rows = activities
    .filter(([, module]) => module === null || settings[`module_${module}`] === true)
    .map(([key]) =>
      registerColumns.map((column) => {
        if (column === 'third_country') return of('fill_in');
        return column === 'measures' ? of('measures') : of(`activity.${key}.${column}`, values);
      }),
    );
  return [...rows, ...head];
}
