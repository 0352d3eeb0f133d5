import { queryOptions, useQuery } from '@tanstack/react-query';
import { gql } from '../../platform/web/api.ts';
import type { CompanyFacts, Entity } from '../entity.ts';

const nothingKnown: CompanyFacts = { accountLengths: new Map() };

/** Invalidated with all other entity queries, see `entity-data.ts`. */
const factsOptions = queryOptions({
  queryKey: ['entity', 'client', 'facts'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<CompanyFacts> => {
    const query = '{ client { id ledger_account_length } }';
    const { client } = await gql<{
      client: readonly { readonly id: number; readonly ledger_account_length: number }[];
    }>(query, {}, { signal });
    return { accountLengths: new Map(client.map((row) => [row.id, row.ledger_account_length])) };
  },
});

/** The company facts for the warnings of an entity and its children; loaded only for entities with such warnings. */
export function useCompanyFacts(entity: Entity): CompanyFacts {
  const isDoubting = [entity, ...Object.values(entity.children)].some(({ doubts }) => doubts !== undefined);
  const { data = nothingKnown } = useQuery({ ...factsOptions, enabled: isDoubting });
  return data;
}
