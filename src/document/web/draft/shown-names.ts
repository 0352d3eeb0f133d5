import type { Reference } from './reference.ts';

/** The tables with translated names (I18N-06); the fields that reference them have the same names. */
const namedTables = ['department', 'cost_center', 'product_group'] as const;
export type NamedTable = (typeof namedTables)[number];

type Named = Readonly<Partial<Record<NamedTable, Reference | null>>>;

/** A typed document as far as it references such rows. */
export interface NamedDraft {
  readonly head: Named;
  readonly lines: readonly Named[];
}

export type NamedIds = Readonly<Record<NamedTable, readonly number[]>>;

/** Names by table and id. */
export type ShownNames = Readonly<Record<NamedTable, ReadonlyMap<number, string>>>;

/** The references of a draft with translated names. */
export function namedIds({ head, lines }: NamedDraft): NamedIds {
  const ids = (table: NamedTable): readonly number[] =>
    [...new Set([head, ...lines].flatMap((part) => part[table]?.id ?? []))].sort((a, b) => a - b);
  return {
    department: ids('department'),
    cost_center: ids('cost_center'),
    product_group: ids('product_group'),
  };
}

/** The draft with these names; unchanged parts stay the same objects. */
export function withShownNames<Draft extends NamedDraft>(draft: Draft, names: ShownNames): Draft {
  const head = named(draft.head, names);
  const lines = draft.lines.map((line) => named(line, names));
  if (head === draft.head && lines.every((line, place) => line === draft.lines[place])) return draft;
  return { ...draft, head, lines };
}

function named(part: Named, names: ShownNames): Named {
  const renamed = namedTables.flatMap((table): [NamedTable, Reference][] => {
    const reference = part[table] ?? null;
    const name = reference === null ? undefined : names[table].get(reference.id);
    return reference === null || name === undefined || name === reference.name
      ? []
      : [[table, { ...reference, name }]];
  });
  return renamed.length === 0 ? part : { ...part, ...Object.fromEntries(renamed) };
}
