import { queryOptions } from '@tanstack/react-query';
import { changeByKey, gql } from '../../../../../platform/web/api.ts';
import { queryClient } from '../../../../../platform/web/query.ts';
import {
  type Connection,
  connectionFields,
  connectionKey,
} from '../../../web/connections/connection-data.ts';

/** A company with its present or former DATEV connection. */
export interface DatevCompany {
  readonly id: number;
  readonly name: string;
  readonly consultant_number: string | null;
  readonly client_number: string | null;
  readonly connection: Connection | null;
}

type WithConnections = Omit<DatevCompany, 'connection'> & {
  readonly active: boolean;
  readonly accounting_connections: readonly Connection[];
};

/** All active companies, and inactive ones that are still connected (EXP-07). */
export const datevOptions = queryOptions({
  queryKey: [...connectionKey, 'datev'],
  queryFn: async ({ signal }): Promise<readonly DatevCompany[]> => {
    const text = `{ client(order_by: [{ name: asc }, { id: asc }]) { id name active consultant_number client_number
      accounting_connections(where: { system: { _eq: "datev" } }) { ${connectionFields} } } }`;
    const { client } = await gql<{ client: readonly WithConnections[] }>(text, {}, { signal });
    return client
      .map(({ accounting_connections: [connection = null], ...company }) => ({ ...company, connection }))
      .filter(({ active, connection }) => active || connection?.state === 'active');
  },
  staleTime: 0,
});

/** Saves the DATEV numbers of a company. Fails like `gql`. */
export async function keepDatevNumbers(
  clientId: number,
  numbers: Pick<DatevCompany, 'consultant_number' | 'client_number'>,
): Promise<void> {
  await changeByKey(
    `mutation ($id: bigint!, $numbers: client_set_input!) {
      update_client_by_pk(pk_columns: { id: $id }, _set: $numbers) { id } }`,
    { id: clientId, numbers },
  );
  await queryClient.invalidateQueries({ queryKey: connectionKey });
}
