import { plural } from '../graphql/naming.ts';
import { type ChildDraft, type Draft, type StoredRecord, sameValue } from './draft.ts';
import type { Children, Entity, Link, Row } from './entity.ts';
import { relationName } from './record.ts';

export interface SaveRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Values = Readonly<Record<string, unknown>>;

/** A deletion as one field of the mutation with its variable. */
interface Removal {
  readonly declaration: string;
  readonly field: string;
  readonly variable: readonly [string, unknown];
}

/**
 * One mutation, and so one transaction, that turns the stored record into the draft (SHEET-15): deletions first, then
 * the record with its children and links. `updated_at` is the expected stamp. `confirmations` are hashes of the
 * server's questions (API-41). Answers `saved { id updated_at }`.
 */
export function saveRequest(
  entity: Entity,
  before: StoredRecord | null,
  after: Draft,
  confirmations: readonly string[] = [],
): SaveRequest {
  const { table } = entity;
  const isConfirmable = Object.values(entity.children).some(({ asked }) => asked);
  const removals = before === null ? [] : removalsOf(entity, before, after);
  const values = changedValues(entity, before, after);
  const columns = before === null ? [] : Object.keys(values);
  const object = {
    ...(before === null ? entity.constants : { id: before.id, updated_at: before.stamp }),
    ...sentValues(entity, values),
    ...nestedRows(entity, before, after),
  };
  const declarations = [
    `$object: ${table}_insert_input!`,
    ...removals.map((each) => each.declaration),
    ...(isConfirmable ? ['$confirmations: [String!]'] : []),
  ];
  const query = `mutation Save(${declarations.join(', ')}) {
    ${removals.map(({ field }) => field).join('\n    ')}
    saved: insert_${table}_one(object: $object, ${isConfirmable ? 'confirmations: $confirmations, ' : ''}${onConflict(table, columns)}) { id updated_at }
  }`;
  const removed = Object.fromEntries(removals.map(({ variable }) => variable));
  return { query, variables: { object, ...removed, ...(isConfirmable && { confirmations }) } };
}

/** A reference to a row to be created is sent as that row (VAL-35). */
function sentValues({ fields }: Pick<Entity, 'fields'>, values: Row): Values {
  const sent = Object.entries(values).map(([name, value]): readonly [string, unknown] =>
    fields[name]?.creates && typeof value === 'string'
      ? [relationName(name), { data: { name: value } }]
      : [name, value],
  );
  return Object.fromEntries(sent);
}

function onConflict(table: string, columns: readonly string[]): string {
  return `on_conflict: { constraint: ${table}_pkey, update_columns: [${columns.join(', ')}] }`;
}

/** A new row omits empty values, so that the database fills in its defaults. */
function changedValues(
  { fields }: Pick<Entity, 'fields'>,
  before: { readonly values: Row } | null,
  after: { readonly values: Row },
): Row {
  const changed = Object.entries(fields).flatMap(([name, field]) => {
    const value = after.values[name] ?? null;
    const isKept = before === null ? value === null : sameValue(before.values[name] ?? null, value);
    const isLocked = field.computed || (field.fixed && before !== null);
    return isKept || isLocked ? [] : [[name, value] as const];
  });
  return Object.fromEntries(changed);
}

function removalsOf(entity: Entity, before: StoredRecord, after: Draft): readonly Removal[] {
  const children = Object.entries(entity.children).map(([name, { table }]): Removal | null => {
    const kept = new Set((after.children[name] ?? []).map(({ id }) => id));
    const gone = (before.children[name] ?? []).map(({ id }) => id).filter((id) => !kept.has(id));
    if (gone.length === 0) return null;
    return {
      declaration: `$gone_${name}: [bigint!]!`,
      field: `gone_${name}: delete_${table}(where: { id: { _in: $gone_${name} } }) { affected_rows }`,
      variable: [`gone_${name}`, gone],
    };
  });
  const links = Object.entries(entity.links).map(([name, { table, own, other }]): Removal | null => {
    const gone = without(before.links[name], after.links[name]);
    if (gone.length === 0) return null;
    const where = `{ ${own}: { _eq: ${before.id} }, ${other}: { _in: $unlinked_${name} } }`;
    return {
      declaration: `$unlinked_${name}: [bigint!]!`,
      field: `unlinked_${name}: delete_${table}(where: ${where}) { affected_rows }`,
      variable: [`unlinked_${name}`, gone],
    };
  });
  return [...children, ...links].filter((removal) => removal !== null);
}

function without(all: readonly number[] = [], taken: readonly number[] = []): readonly number[] {
  return all.filter((id) => !taken.includes(id));
}

function nestedRows(entity: Entity, before: StoredRecord | null, after: Draft): Values {
  const children = Object.entries(entity.children).map(([name, declared]) =>
    nestedChildren(declared, before?.children[name] ?? [], after.children[name] ?? []),
  );
  const links = Object.entries(entity.links).map(([name, link]) =>
    nestedLinks(link, without(after.links[name], before?.links[name])),
  );
  return Object.fromEntries([...children, ...links].filter((nested) => nested !== null));
}

function nestedLinks({ table, other }: Link, added: readonly number[]): readonly [string, Values] | null {
  if (added.length === 0) return null;
  return [plural(table), { data: added.map((id) => ({ [other]: id })) }];
}

/** New and changed child rows as the value of a nested insert; null when there are none. */
export function nestedChildren(
  declared: Children,
  before: readonly ChildDraft[],
  after: readonly ChildDraft[],
): readonly [string, Values] | null {
  const { table, unstamped } = declared;
  const stored = new Map(before.map((row) => [row.id, row]));
  const data = after.flatMap((row): Values[] => {
    const old = row.id === null ? null : (stored.get(row.id) ?? null);
    const values = changedValues(declared, old, row);
    if (row.id === null) return [values];
    if (Object.keys(values).length === 0) return [];
    return [{ id: row.id, ...(unstamped ? {} : { updated_at: row.stamp }), ...values }];
  });
  if (data.length === 0) return null;
  const columns = [...new Set(data.flatMap((values) => Object.keys(values)))].filter(
    (name) => name !== 'id' && name !== 'updated_at',
  );
  const conflict = { constraint: `${table}_pkey`, update_columns: columns };
  // The old default row is written before another one becomes the default.
  const givingWay = data.toSorted((a, b) => Number(a.is_default === true) - Number(b.is_default === true));
  return [plural(table), { data: givingWay, on_conflict: conflict }];
}
