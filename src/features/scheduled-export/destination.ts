import type { FieldProblem } from '../../base/refusal.ts';
import { entity, type Row } from '../../entity/entity.ts';
import type { Field } from '../../entity/field.ts';
import { choice } from '../../entity/kinds/chosen.ts';
import { email } from '../../entity/kinds/contact.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { secret } from '../../entity/kinds/stored.ts';
import { text } from '../../entity/kinds/text.ts';
import { type DestinationKind, destinationKinds } from './model.ts';

/** Host, bucket and folders; encrypted, except on this machine. */
const storeUrl =
  /^(https:\/\/|http:\/\/(?=(localhost|127\.0\.0\.1)[:/]))[^\s/?#@]+\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w-]+)*\/?$/;

/** What the place of each kind looks like. */
const places: Readonly<Record<DestinationKind, Field<string>>> = {
  mail: email(),
  folder: text({ max: 60, pattern: /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u, rule: 'folder' }),
  store: text({ max: 500, pattern: storeUrl, rule: 'store_url' }),
};

function checkPlace(row: Row): readonly FieldProblem[] {
  const kind = destinationKinds.find((known) => known === row.kind);
  if (kind === undefined || typeof row.place !== 'string') return [];
  const problem = places[kind].kind.problem(row.place);
  const missing = kind === 'store' ? ['region', 'access_key_id'].filter((field) => !row[field]) : [];
  return [
    ...(problem === undefined ? [] : [{ field: 'place', ...problem }]),
    ...missing.map((field): FieldProblem => ({ field, code: 'field_required' })),
  ];
}

function needsSecret(row: Row): readonly FieldProblem[] {
  const isMissing = row.kind === 'store' && row.active === true && (row.secret_access_key ?? null) === null;
  return isMissing ? [{ field: 'secret_access_key', code: 'field_required' }] : [];
}

const ofStore = { when: (row: Row) => row.kind === 'store' } as const;

/** A place outside of the product to which files of regular exports may go. */
export const exportDestination = entity(
  'export_destination',
  {
    name: text({ required: true }),
    kind: choice(destinationKinds, { required: true, initial: 'mail' }),
    place: text({ required: true, max: 500 }),
    region: text({ max: 60, pattern: /^[a-z0-9-]+$/, rule: 'region' }),
    access_key_id: text(),
    secret_access_key: secret(),
    active: flag({ initial: true }),
  },
  {
    route: 'export-destination',
    label: ['name'],
    list: ['name', 'kind', 'place', 'active'],
    check: checkPlace,
    checkStored: needsSecret,
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'name', width: 'wide' },
          { field: 'kind' },
          { field: 'place', width: 'full' },
          { field: 'region', ...ofStore },
          { field: 'access_key_id', width: 'half', ...ofStore },
          { field: 'secret_access_key', width: 'half', ...ofStore },
          { field: 'active', width: 'full' },
        ],
      },
    ],
  },
);
