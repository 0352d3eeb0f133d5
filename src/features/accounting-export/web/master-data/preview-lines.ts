import type { Value } from '../../../../entity/kind.ts';
import type { MasterDataPreview } from '../../master-data/preview.ts';

/** The tabs of a preview. */
export const previewKinds = ['changed', 'added', 'missing'] as const;
export type PreviewKind = (typeof previewKinds)[number];

/** One line of the table: one per entry, and one more for each further changed field. */
export interface PreviewLine {
  readonly key: string;
  /** Null on the further lines of an entry. */
  readonly entry: { readonly key: string; readonly account: string; readonly name: string } | null;
  readonly reported: { readonly field: string; readonly before: Value; readonly after: Value } | null;
}

/** All lines of one kind. Fields of a new entry have no value before. */
export function previewLines(preview: MasterDataPreview, kind: PreviewKind): readonly PreviewLine[] {
  if (kind === 'missing') return preview.missing.map((entry) => ({ key: entry.key, entry, reported: null }));
  if (kind === 'changed') return preview.changed.flatMap((entry) => linesOf(entry, entry.changes));
  return preview.added.flatMap((entry) => {
    const reported = Object.entries(entry.values).filter(
      ([field]) => field !== 'name' && field !== 'clients',
    );
    return linesOf(
      entry,
      reported.map(([field, after]) => ({ field, before: null, after })),
    );
  });
}

function linesOf(
  entry: { readonly key: string; readonly account: string; readonly name: string },
  fields: readonly NonNullable<PreviewLine['reported']>[],
): readonly PreviewLine[] {
  const [first, ...others] = fields;
  return [
    { key: entry.key, entry, reported: first ?? null },
    ...others.map((reported) => ({ key: `${entry.key} ${reported.field}`, entry: null, reported })),
  ];
}

/** The initial choice: additions and changes, but no removals. */
export function chosenAtFirst({ added, changed }: MasterDataPreview): ReadonlySet<string> {
  return new Set([...added, ...changed].map(({ key }) => key));
}

/** The marks of the chosen entries, by their keys. */
export function chosenMarks(
  { added, changed, missing }: MasterDataPreview,
  chosen: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const entries = [...added, ...changed, ...missing].filter(({ key }) => chosen.has(key));
  return Object.fromEntries(entries.map(({ key, mark }) => [key, mark]));
}
