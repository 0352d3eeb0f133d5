import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Where } from '../../../../document/listed-kind.ts';
import { searchedFor } from '../../../../graphql/search-where.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { ReferenceFilter } from '../../filter.ts';

/** Options shown at once; typing finds the others. */
const optionLimit = 50;

/** A record to choose in a filter. */
export interface FilterOption {
  readonly id: number;
  readonly name: string;
}

interface Source {
  readonly table: string;
  /** Key and order where they differ from the default: the id, active ones first. */
  readonly key?: string;
  readonly order?: string;
  readonly isNumbered: boolean;
  /** Has a name in the reader's language (I18N-07). */
  readonly isTranslated?: true;
  readonly where?: Where;
}

const sources: Readonly<Record<ReferenceFilter, Source>> = {
  client: { table: 'client', isNumbered: false },
  department: { table: 'department', isNumbered: false, isTranslated: true },
  cost_center: { table: 'cost_center', isNumbered: true, isTranslated: true },
  ledger_account: { table: 'ledger_account', isNumbered: true },
  supplier: { table: 'supplier', isNumbered: false },
  creator: { table: 'lb_user', isNumbered: false, where: { is_group: { _eq: false } } },
  assignee: { table: 'lb_user', isNumbered: false },
  responsible: { table: 'lb_user', isNumbered: false, where: { is_group: { _eq: false } } },
  document: { table: 'document', key: 'timeline_id', order: '{ timeline_id: desc }', isNumbered: true },
};

/** Records by number or name. Includes inactive ones, which old documents may use, after the active ones. */
export function optionsOf(key: ReferenceFilter, text: string) {
  const { table, where = {} } = sources[key];
  const byText = searchedFor(text, table === 'lb_user' ? { email: 'email' } : {});
  return queryOptions({
    queryKey: ['filter-options', key, text.trim()],
    queryFn: ({ signal }) => find(key, { _and: [...byText, where] }, signal),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

/** The records with these ids, for filters from the address. */
export function namedOptions(key: ReferenceFilter, ids: readonly number[]) {
  return queryOptions({
    queryKey: ['filter-names', key, ids],
    queryFn: ({ signal }) => find(key, { [sources[key].key ?? 'id']: { _in: ids } }, signal),
    enabled: ids.length > 0,
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  });
}

async function find(
  key: ReferenceFilter,
  where: Where,
  signal: AbortSignal,
): Promise<readonly FilterOption[]> {
  type Row = { readonly id: number; readonly number?: string; readonly name: string };
  const { table, key: id = 'id', isNumbered, isTranslated, ...source } = sources[key];
  const name = isTranslated ? 'shown_name' : 'name';
  const { order = `{ active: desc }, { ${isNumbered ? 'number' : name}: asc }` } = source;
  const query = `query ($where: ${table}_bool_exp!) {
    ${table}(where: $where, order_by: [${order}], limit: ${optionLimit}) {
      id: ${id} ${isNumbered ? 'number' : ''} name: ${name}
    }
  }`;
  const answer = await gql<Readonly<Record<string, readonly Row[]>>>(query, { where }, { signal });
  return (answer[table] ?? []).map(({ id, number, name }) => ({
    id,
    name: [number, name].filter(Boolean).join(' '),
  }));
}

/** When the oldest of these records was last computed; null where there is none. */
export function lookedAtOptions(record: string | undefined) {
  return queryOptions({
    queryKey: ['overview', 'looked-at', record],
    queryFn: async ({ signal }) => {
      const answer = await gql<Readonly<Record<string, readonly { readonly looked_at: string }[]>>>(
        `{ ${record}(order_by: { looked_at: asc }, limit: 1) { looked_at } }`,
        {},
        { signal },
      );
      return answer[record ?? '']?.[0]?.looked_at ?? null;
    },
    enabled: record !== undefined,
    staleTime: 0,
  });
}
