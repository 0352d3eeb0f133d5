import { queryOptions, useQueries } from '@tanstack/react-query';
import { gql } from '../../platform/web/api.ts';
import type { ChildDraft } from '../draft.ts';
import type { Children, Row } from '../entity.ts';
import { labelKey } from '../record.ts';

interface Chosen {
  readonly table: string;
  readonly id: number;
  readonly names: readonly string[];
}

/**
 * Further fields of the rows that children refer to (`Children.shown`), by the same keys as the labels: those read
 * with the record, and those of rows chosen since (ADM-07).
 */
export function useShown(
  declared: Children,
  rows: readonly ChildDraft[],
  read: ReadonlyMap<string, Row>,
): ReadonlyMap<string, Row> {
  const chosen = chosenSince(declared, rows, read);
  const answers = useQueries({ queries: chosen.map(shownOptions) });
  const found = chosen.flatMap(({ table, id }, place): [string, Row][] => {
    const row = answers[place]?.data;
    return row ? [[labelKey(table, id), row]] : [];
  });
  return new Map([...read, ...found]);
}

function chosenSince(
  { fields, shown = {} }: Children,
  rows: readonly ChildDraft[],
  read: ReadonlyMap<string, Row>,
): readonly Chosen[] {
  const chosen = Object.entries(shown).flatMap(([reference, names]) => {
    const table = fields[reference]?.references ?? '';
    const ids = new Set(rows.map(({ values }) => values[reference]).filter((id) => typeof id === 'number'));
    return [...ids].map((id): Chosen => ({ table, id, names }));
  });
  return chosen.filter(({ table, id, names }) => {
    const row = read.get(labelKey(table, id));
    return row === undefined || names.some((name) => !(name in row));
  });
}

function shownOptions({ table, id, names }: Chosen) {
  return queryOptions({
    queryKey: ['entity', table, 'shown', id, names],
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<Row | null> => {
      const query = `query ($id: bigint!) { row: ${table}_by_pk(id: $id) { ${names.join(' ')} } }`;
      return (await gql<{ row: Row | null }>(query, { id }, { signal })).row;
    },
  });
}
