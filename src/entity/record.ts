import { plural } from '../graphql/naming.ts';
import type { ChildDraft, StoredRecord } from './draft.ts';
import { emptyFlagsOf } from './empty-text.ts';
import { type Entity, marksOf, type Row } from './entity.ts';
import type { Fields } from './field.ts';
import { normalRow } from './problems.ts';

/** The label of a row in references to it. */
export interface RowLabel {
  readonly id: number;
  readonly number: string | null;
  readonly name: string;
}

/** By table and id, see `labelKey`. */
export type Labels = ReadonlyMap<string, RowLabel>;

export type Entities = ReadonlyMap<string, Entity>;

export function labelKey(table: string, id: number): string {
  return `${table} ${id}`;
}

type Answer = Readonly<Record<string, unknown>>;

/** The fields that name a row of the table; children are named by their first column. */
export function labelFields(entities: Entities, table: string): readonly string[] {
  const known = entities.get(table)?.label;
  if (known) return known;
  const children = [...entities.values()].flatMap((entity) => Object.values(entity.children));
  return children.find((each) => each.table === table)?.columns.slice(0, 1) ?? ['name'];
}

export function labelOf(entities: Entities, table: string, row: Answer): RowLabel {
  const texts = labelFields(entities, table).map((name) => (row[name] ?? null) as string | null);
  const [first = null, second] = texts;
  return second === undefined
    ? { id: Number(row.id), number: null, name: first ?? '' }
    : { id: Number(row.id), number: first, name: second ?? '' };
}

/** The field to display for a field: for a translated name the one in the reader's language (I18N-07). */
export function shownField(entities: Entities, table: string, name: string): string {
  const isTranslated = name === 'name' && entities.get(table)?.fields.translations !== undefined;
  return isTranslated ? 'shown_name' : name;
}

/** The GraphQL selection for the label of a row, under the names that `labelOf` reads. */
export function labelSelection(entities: Entities, table: string): string {
  const parts = labelFields(entities, table).map((name) => {
    const shown = shownField(entities, table, name);
    return shown === name ? name : `${name}: ${shown}`;
  });
  return ['id', ...parts].join(' ');
}

/** The GraphQL relation of a reference: `client_id` -> `client`. */
export function relationName(field: string): string {
  return field.replace(/_id$/, '');
}

/** The GraphQL selection for the fields of a row; references select the labels of their rows. */
export function selectionOf(
  entities: Entities,
  fields: Fields,
  names: readonly string[] = Object.keys(fields),
  shown: Readonly<Record<string, readonly string[]>> = {},
): string {
  const parts = names.flatMap((name) => {
    const field = fields[name];
    if (!field || field.kind.input === 'secret') return [];
    if (field.references === undefined) return [name];
    const labels = [labelSelection(entities, field.references), ...(shown[name] ?? [])];
    return [name, `${relationName(name)} { ${labels.join(' ')} }`];
  });
  return parts.join(' ');
}

/** Queries a record with its children and links, for its form. */
export function recordQuery(entity: Entity, entities: Entities): string {
  const children = Object.values(entity.children).map((declared) => {
    const order = declared.order.map((name) => `{ ${name}: asc }`).join(', ');
    const fields = selectionOf(entities, declared.fields, Object.keys(declared.fields), declared.shown);
    const stamp = declared.unstamped ? '' : 'updated_at';
    return `${plural(declared.table)}(order_by: [${order}]) { id ${stamp} ${fields} }`;
  });
  const links = Object.values(entity.links).map(
    ({ table, other, to }) =>
      `${plural(table)} { ${relationName(other)} { ${labelSelection(entities, to)} } }`,
  );
  return `query Record($id: bigint!) {
    record: ${entity.table}_by_pk(id: $id) {
      id updated_at ${[...entity.marks, ...secretsOf(entity), ...emptyFlagsOf(entity.fields)].join(' ')} ${selectionOf(entities, entity.fields)}
      ${[...children, ...links].join('\n      ')}
    }
  }`;
}

/** The fields that are never read; their columns tell only whether a secret is stored (SET-09). */
function secretsOf({ fields }: Entity): readonly string[] {
  return Object.entries(fields).flatMap(([name, { kind }]) => (kind.input === 'secret' ? [name] : []));
}

export interface ReadRecord {
  readonly record: StoredRecord;
  readonly labels: Labels;
  /** The marks that are set. */
  readonly marks: readonly string[];
  /** The secrets that are stored. */
  readonly secrets: readonly string[];
  /** The computed flags that are set (`Field.saysEmpty`). */
  readonly flags: readonly string[];
  /** Further fields of the rows that children refer to, under the same keys as the labels. */
  readonly notes: ReadonlyMap<string, Row>;
}

/** Parses the answer to `recordQuery`. */
export function readRecord(entity: Entity, entities: Entities, answer: Answer): ReadRecord {
  const labels = new Map<string, RowLabel>();
  const notes = new Map<string, Row>();
  const take = (table: string, row: unknown): number | null => {
    if (typeof row !== 'object' || row === null) return null;
    const label = labelOf(entities, table, row as Answer);
    labels.set(labelKey(table, label.id), label);
    notes.set(labelKey(table, label.id), row as Row);
    return label.id;
  };
  const valuesOf = (fields: Fields, row: Answer): Row => {
    for (const [name, { references }] of Object.entries(fields)) {
      if (references !== undefined) take(references, row[relationName(name)]);
    }
    const known = Object.entries(fields).map(([name, { kind }]) => [
      name,
      kind.input === 'secret' ? null : (row[name] ?? null),
    ]);
    return normalRow(fields, Object.fromEntries(known) as Row);
  };
  const rowsOf = (table: string): readonly Answer[] => (answer[plural(table)] ?? []) as readonly Answer[];
  const children = Object.entries(entity.children).map(([name, { table, fields }]) => {
    const rows = rowsOf(table).map(
      (row): ChildDraft => ({
        key: String(row.id),
        id: Number(row.id),
        stamp: (row.updated_at ?? null) as string | null,
        values: valuesOf(fields, row),
      }),
    );
    return [name, rows] as const;
  });
  const links = Object.entries(entity.links).map(([name, { table, other, to }]) => {
    const ids = rowsOf(table).map((row) => take(to, row[relationName(other)]));
    return [name, ids.filter((id) => id !== null)] as const;
  });
  return {
    record: {
      id: Number(answer.id),
      stamp: String(answer.updated_at),
      values: valuesOf(entity.fields, answer),
      children: Object.fromEntries(children),
      links: Object.fromEntries(links),
    },
    labels,
    marks: marksOf(entity, answer),
    secrets: secretsOf(entity).filter((name) => (answer[name] ?? null) !== null),
    flags: emptyFlagsOf(entity.fields).filter((name) => answer[name] === true),
    notes,
  };
}
