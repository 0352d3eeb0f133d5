import { retentionYears } from '../../platform/constants.ts';
import type { Facts } from '../process-documentation/facts.ts';
import type { Words } from '../process-documentation/words.ts';
import { type Activity, activities, recipientsOf } from './recipients.ts';

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

/** Activities that only a module has. */
const modules: Partial<Record<Activity, string>> = {
  procurement: 'module_procurement',
  invoice: 'module_invoice',
  contract: 'module_contract',
};

/**
 * The register of processing (Art. 30 GDPR) as a draft from the settings (ARC-08): what only the company knows is left
 * to be entered. `day` is the day of the settings in words.
 */
export function registerRows(facts: Facts, words: Words, day: string): readonly (readonly string[])[] {
  const { settings, tenant, companies } = facts;
  const of = (key: string, values = {}) => words.of(`register.${key}`, values);
  const values = {
    order: String(settings.retention_years_order),
    invoice: String(settings.retention_years_invoice),
    records: String(retentionYears.records),
  };
  const head = [
    [of('draft', { day })],
    [of('controller'), `${tenant.name}, ${tenant.address}`, tenant.contact_email ?? ''],
    ...companies.map(({ name, address }) => [of('company_of'), `${name}, ${address}`]),
    [of('officer'), of('fill_in')],
  ];
  const recipients = (key: Activity): string =>
    [
      // No setting names the tax audit.
      ...(key === 'audit_log' ? [of('activity.audit_log.recipients')] : []),
      ...recipientsOf(key, facts, words),
    ].join('; ') || of('none');
  const rows = activities
    .filter((key) => {
      const module = modules[key];
      return module === undefined || settings[module] === true;
    })
    .map((key) =>
      registerColumns.map((column) => {
        if (column === 'third_country') return of('fill_in');
        if (column === 'recipients') return recipients(key);
        return column === 'measures' ? of('measures') : of(`activity.${key}.${column}`, values);
      }),
    );
  return [...rows, ...head];
}
