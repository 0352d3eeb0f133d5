import { queryOptions } from '@tanstack/react-query';
import type { RefusalCode } from '../../../../base/refusal.ts';
import { changeByKey, gql, rest } from '../../../../platform/web/api.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import { type ConnectedSystem, connectionOf } from '../../../export-target/targets.ts';

/** How the access to a system of bookkeeping stands (SET-05). */
export interface Connection {
  readonly id: number;
  readonly state: 'active' | 'inactive';
  /** What has ended it; null where a person did. */
  readonly problem: RefusalCode | null;
  readonly datev_client_id: string | null;
  readonly ledger_folder: string | null;
  /** As DATEV tells them (EXP-11). */
  readonly basics: unknown;
  readonly connected_until: string | null;
  readonly connected_at: string;
  readonly connected_by: { readonly name: string } | null;
}

/** A company with its access at DATEV, where there is or was one. */
export interface DatevCompany {
  readonly id: number;
  readonly name: string;
  readonly consultant_number: string | null;
  readonly client_number: string | null;
  readonly connection: Connection | null;
}

const connectionFields =
  'id state problem datev_client_id ledger_folder basics connected_until connected_at connected_by { name }';

const queryKey = ['accounting-connection'] as const;

type WithConnections = Omit<DatevCompany, 'connection'> & {
  readonly active: boolean;
  readonly accounting_connections: readonly Connection[];
};

/** All companies that are in use, and those that are still connected (EXP-07). */
export const datevOptions = queryOptions({
  queryKey: [...queryKey, 'datev'],
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

/** The tenant's access to Dynamics 365, and the address of the organisation that is saved. */
export interface DynamicsState {
  readonly connection: Connection | null;
  readonly organisationUrl: string | null;
}

export const dynamicsOptions = queryOptions({
  queryKey: [...queryKey, 'ms365'],
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

function bodyOf(clientId: number | null): object {
  return clientId === null ? {} : { client_id: clientId };
}

/** Leaves for the page on which the person signs in and agrees (API-35). Fails like `rest`. */
export async function connect(system: ConnectedSystem, clientId: number | null): Promise<void> {
  const order = { method: 'POST', body: bodyOf(clientId) } as const;
  const { url } = await rest<{ readonly url: string }>(`/api/${connectionOf(system).path}/auth-start`, order);
  location.assign(url);
}

/** Ends the access and gives it back. Fails like `rest`. */
export async function disconnect(system: ConnectedSystem, clientId: number | null): Promise<void> {
  await rest(`/api/${connectionOf(system).path}/disconnect`, { method: 'POST', body: bodyOf(clientId) });
  await queryClient.invalidateQueries({ queryKey });
}

/** Keeps the numbers under which DATEV knows a company. Fails like `gql`. */
export async function keepDatevNumbers(
  clientId: number,
  numbers: Pick<DatevCompany, 'consultant_number' | 'client_number'>,
): Promise<void> {
  await changeByKey(
    `mutation ($id: bigint!, $numbers: client_set_input!) {
      update_client_by_pk(pk_columns: { id: $id }, _set: $numbers) { id } }`,
    { id: clientId, numbers },
  );
  await queryClient.invalidateQueries({ queryKey });
}

/** Ends a sign-in with what came back (NAV-20, NAV-21). Fails like `rest`. */
export async function finishSignIn(
  system: ConnectedSystem,
  back: { readonly code: string; readonly state: string },
): Promise<void> {
  await rest(`/api/${connectionOf(system).path}/auth-finish`, { method: 'POST', body: back });
}
