import { queryOptions } from '@tanstack/react-query';
import { gql } from '../../../../../platform/web/api.ts';
import {
  type Connection,
  connectionFields,
  connectionKey,
} from '../../../web/connections/connection-data.ts';

/** The tenant's connection to Dynamics 365, and the saved address of its organisation. */
export interface DynamicsState {
  readonly connection: Connection | null;
  readonly organisationUrl: string | null;
}

export const dynamicsOptions = queryOptions({
  queryKey: [...connectionKey, 'ms365'],
  queryFn: async ({ signal }): Promise<DynamicsState> => {
    const text = `{ accounting_connection(where: { system: { _eq: "ms365" } }) { ${connectionFields} }
      configuration(where: { key: { _eq: "d365_organisation_url" }, client_id: { _is_null: true } }) { value } }`;
    const answer = await gql<{
      readonly accounting_connection: readonly Connection[];
      readonly configuration: readonly { readonly value: string | null }[];
    }>(text, {}, { signal });
    return {
      connection: answer.accounting_connection[0] ?? null,
      organisationUrl: answer.configuration[0]?.value ?? null,
    };
  },
  staleTime: 0,
});
