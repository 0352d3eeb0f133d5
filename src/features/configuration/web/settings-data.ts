import { type ChildDraft, type Draft, type StoredRecord, sameValue } from '../../../entity/draft.ts';
import type { Row } from '../../../entity/entity.ts';
import type { Value } from '../../../entity/kind.ts';
import { normalRow } from '../../../entity/problems.ts';
import { labelKey, type ReadRecord } from '../../../entity/record.ts';
import { nestedChildren } from '../../../entity/save.ts';
import type { RecordStore } from '../../../entity/web/entity-data.ts';
import { gql } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import { bankColumns, keyFields, locations, tenantFields } from '../settings.ts';
import { type StoredSetting, settingsOf, storedSetting } from '../stored-setting.ts';

interface Answer {
  readonly tenant: readonly (Row & { readonly id: number; readonly updated_at: string })[];
  readonly tenant_bank: Row;
  readonly configuration: readonly (StoredSetting & {
    readonly lb_user: { readonly id: number; readonly name: string } | null;
  })[];
  readonly location: readonly (Row & { readonly id: number; readonly updated_at: string })[];
}

const declaredKeys = JSON.stringify(Object.keys(keyFields));
const ofTenant = `where: { client_id: { _is_null: true }, key: { _in: ${declaredKeys} } }`;

const publicColumns = Object.keys(tenantFields).filter((name) => !bankColumns.some((bank) => bank === name));

const settingsQuery = `query Settings {
  tenant { id updated_at ${publicColumns.join(' ')} }
  tenant_bank { ${bankColumns.join(' ')} }
  configuration(${ofTenant}) { key model value lb_user_id lb_user { id name } }
  location(order_by: [{ number: asc }, { name: asc }]) { id updated_at ${locations.columns.join(' ')} }
}`;

/** The settings as one record of a form, stored in two tables. */
export const settingsStore: RecordStore = {
  key: () => ['settings'],
  read: async (_, signal) => settingsFrom(await gql<Answer>(settingsQuery, {}, { signal })),
  async save(before, after) {
    if (before === null) throw new TypeError('settings always exist');
    await saveSettings(before, after);
    // Every page depends on settings: modules, decimals, the order of timelines.
    void queryClient.invalidateQueries();
    return before.id;
  },
};

function settingsFrom({ tenant, tenant_bank, configuration, location }: Answer): ReadRecord {
  const { id = 0, updated_at = '', ...columns } = tenant[0] ?? {};
  const persons = configuration.flatMap(({ lb_user }) => lb_user ?? []);
  return {
    record: {
      id,
      stamp: updated_at,
      values: normalRow(
        { ...tenantFields, ...keyFields },
        { ...columns, ...tenant_bank, ...settingsOf(configuration) },
      ),
      children: { locations: location.map(placeRow) },
      links: {},
    },
    labels: new Map(
      persons.map((person) => [labelKey('lb_user', person.id), { ...person, number: null }] as const),
    ),
    marks: [],
    secrets: [],
    flags: [],
    notes: new Map(),
  };
}

function placeRow({ id, updated_at, ...values }: Answer['location'][number]): ChildDraft {
  return { key: String(id), id, stamp: updated_at, values: normalRow(locations.fields, values as Row) };
}

/** One field of the mutation with its variables. */
interface Part {
  readonly declared: string;
  readonly field: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Writes the tenant, its configuration and its locations in one transaction. */
async function saveSettings(before: StoredRecord, after: Draft): Promise<void> {
  const changed = Object.entries(after.values).filter(
    ([name, value]) => !sameValue(before.values[name] ?? null, value),
  );
  const columns = changed.filter(([name]) => Object.hasOwn(tenantFields, name));
  const settings = changed.filter(([name]) => Object.hasOwn(keyFields, name));
  const parts = [
    columnsPart(columns),
    settings.length > 0 ? keysPart(settings, await storedIds()) : null,
    ...placesParts(before.children.locations ?? [], after.children.locations ?? []),
  ].filter((part) => part !== null);
  if (parts.length === 0) return;
  await gql(
    `mutation SaveSettings(${parts.map(({ declared }) => declared).join(', ')}) {
      ${parts.map(({ field }) => field).join('\n')}
    }`,
    Object.assign({}, ...parts.map(({ variables }) => variables)),
  );
}

type Changed = readonly (readonly [string, Value])[];

function columnsPart(columns: Changed): Part | null {
  if (columns.length === 0) return null;
  return {
    declared: '$columns: tenant_save_set_input!',
    field: 'tenant_save(set: $columns) { id }',
    variables: { columns: Object.fromEntries(columns) },
  };
}

function keysPart(settings: Changed, ids: ReadonlyMap<string, number>): Part {
  const objects = settings.map(([key, value]) => ({
    ...(ids.has(key) ? { id: ids.get(key) } : {}),
    ...storedSetting(key, value),
  }));
  return {
    declared: '$objects: [configuration_insert_input!]!',
    field: `insert_configuration(objects: $objects, on_conflict: {
      constraint: configuration_pkey, update_columns: [model, value, lb_user_id] }) { affected_rows }`,
    variables: { objects },
  };
}

function placesParts(before: readonly ChildDraft[], after: readonly ChildDraft[]): (Part | null)[] {
  const kept = new Set(after.map(({ id }) => id));
  const gone = before.map(({ id }) => id).filter((id) => !kept.has(id));
  const changed = nestedChildren(locations, before, after)?.[1];
  return [
    gone.length === 0
      ? null
      : {
          declared: '$gone: [bigint!]!',
          field: 'delete_location(where: { id: { _in: $gone } }) { affected_rows }',
          variables: { gone },
        },
    changed === undefined
      ? null
      : {
          declared: '$places: [location_insert_input!]!, $places_kept: location_on_conflict',
          field: 'insert_location(objects: $places, on_conflict: $places_kept) { affected_rows }',
          variables: { places: changed.data, places_kept: changed.on_conflict },
        },
  ];
}

/** The row ids of stored keys; an unset key has none. */
async function storedIds(): Promise<ReadonlyMap<string, number>> {
  const { configuration } = await gql<{
    configuration: readonly { readonly id: number; readonly key: string }[];
  }>(`{ configuration(${ofTenant}) { id key } }`);
  return new Map(configuration.map(({ id, key }) => [key, id]));
}
