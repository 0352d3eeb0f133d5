import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchedFor } from '../../../graphql/search-where.ts';
import { gql, rest } from '../../../platform/web/api.ts';
import { answerLimits } from '../../../platform/web/fetch-within.ts';
import type { MonthEndAnswer, MonthEndScope } from '../model.ts';
import type { MonthEndSearch } from '../search.ts';

/** The query key of all lists. */
export const listsKey = ['month-end'] as const;

/** The list of an address. */
export function listOptions({
  list,
  day,
  client,
  department,
  cost_center,
  from,
  product,
  row,
}: Required<Pick<MonthEndSearch, 'list'>> & MonthEndSearch) {
  const body = { list, day, client, department, cost_center, from, product, row };
  return queryOptions({
    queryKey: [...listsKey, body],
    queryFn: ({ signal }) =>
      rest<MonthEndAnswer>('/api/month-end', { method: 'POST', body, signal, limit: answerLimits.long }),
    placeholderData: keepPreviousData,
  });
}

/** Filters of a list. */
export const scopeKeys = [
  'client',
  'department',
  'cost_center',
] as const satisfies readonly (keyof MonthEndScope)[];
export type ScopeKey = (typeof scopeKeys)[number];

export interface ScopeOption {
  readonly id: number;
  readonly number?: string;
  readonly name: string;
}

const fieldsOf: Readonly<Record<ScopeKey, string>> = {
  client: 'id name',
  department: 'id name: shown_name',
  cost_center: 'id number name: shown_name',
};

/** Options shown at once; typing finds the others. */
const optionLimit = 50;

export async function findScope(
  key: ScopeKey,
  text: string,
  signal: AbortSignal,
): Promise<readonly ScopeOption[]> {
  return await read(key, { _and: [...searchedFor(text), { active: { _eq: true } }] }, signal);
}

/** The record named in an address. */
export function namedScope(key: ScopeKey, id: number | undefined) {
  return queryOptions({
    queryKey: ['month-end-scope', key, id],
    queryFn: async ({ signal }) => (await read(key, { id: { _eq: id } }, signal))[0] ?? null,
    enabled: id !== undefined,
  });
}

async function read(key: ScopeKey, where: object, signal: AbortSignal): Promise<readonly ScopeOption[]> {
  const query = `query ($where: ${key}_bool_exp!) { ${key}(where: $where, limit: ${optionLimit}) { ${fieldsOf[key]} } }`;
  const answer = await gql<Readonly<Partial<Record<ScopeKey, readonly ScopeOption[]>>>>(
    query,
    { where },
    { signal },
  );
  return answer[key] ?? [];
}
