import { targets } from '../export-target/targets.ts';
import type { Facts, UsedWay } from '../process-documentation/facts.ts';
import type { Words } from '../process-documentation/words.ts';

/** Processing activities of the register. */
export const activities = [
  'people',
  'procurement',
  'invoice',
  'contract',
  'supplier',
  'mail',
  'audit_log',
  'security_log',
] as const;
export type Activity = (typeof activities)[number];

const documents = ['procurement', 'invoice', 'contract'] as const;

/** The activities whose data a way gives to its other end; none for ways that only bring data, or none about people. */
const givenBy = {
  database: activities,
  mail: ['people', 'mail'],
  import_mail: ['mail'],
  scanner: [],
  files: documents,
  rates: [],
  billing: [],
  telemetry: ['security_log'],
  directory: ['people'],
  sign_on: ['people'],
  webhook: [...documents, 'supplier'],
  push: ['mail'],
  calendar: ['contract'],
} as const satisfies Record<UsedWay['way'], readonly Activity[]>;

/**
 * Who receives data of an activity by what the installation and the tenant have set (Art. 30 (1) (d) GDPR), such as
 * `Webhook: Lager, lager.example`.
 */
export function recipientsOf(activity: Activity, facts: Facts, words: Words): readonly string[] {
  const list = (key: string, of: readonly Activity[], names: readonly string[]) =>
    of.includes(activity) && names.length > 0
      ? [`${words.of(`word.${key}`)}: ${[...new Set(names)].join(', ')}`]
      : [];
  return [
    ...list(
      'marketplaces',
      ['procurement'],
      facts.marketplaces.map(({ name }) => name),
    ),
    ...list(
      'connections',
      ['invoice', 'supplier'],
      facts.connections.map(({ system }) => targets[system].system),
    ),
    ...list(
      'mailboxes',
      ['mail'],
      facts.mailboxes.map(({ host }) => host),
    ),
    ...list(
      'destinations',
      [...documents, 'supplier'],
      facts.destinations.map(({ name, place }) => `${name} (${place})`),
    ),
    ...list(
      'programs',
      [...documents, 'supplier'],
      facts.tokens.filter(({ isProgram }) => isProgram).map(({ name }) => name),
    ),
    ...facts.ways
      .filter(({ way }) => (givenBy[way] as readonly Activity[]).includes(activity))
      .map(({ way, other }) => [words.of(`way.${way}.name`), other].filter(Boolean).join(': ')),
  ];
}
