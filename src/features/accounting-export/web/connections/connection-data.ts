import type { RefusalCode } from '../../../../base/refusal.ts';
import { rest } from '../../../../platform/web/api.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import { type ConnectedSystem, connectionOf } from '../../../export-target/targets.ts';

/** The connection to an accounting system (SET-05). */
export interface Connection {
  readonly id: number;
  readonly state: 'active' | 'inactive';
  /** The refusal that ended it; null where a person did. */
  readonly problem: RefusalCode | null;
  readonly datev_client_id: string | null;
  readonly ledger_folder: string | null;
  /** DATEV's facts about the company (EXP-11). */
  readonly basics: unknown;
  readonly connected_until: string | null;
  readonly connected_at: string;
  readonly connected_by: { readonly name: string } | null;
}

export const connectionFields =
  'id state problem datev_client_id ledger_folder basics connected_until connected_at connected_by { name }';

/** Followed by the name of the system. */
export const connectionKey = ['accounting-connection'] as const;

function bodyOf(clientId: number | null): object {
  return clientId === null ? {} : { client_id: clientId };
}

/** Opens the page of the sign-in (API-35). Fails like `rest`. */
export async function connect(system: ConnectedSystem, clientId: number | null): Promise<void> {
  const order = { method: 'POST', body: bodyOf(clientId) } as const;
  const { url } = await rest<{ readonly url: string }>(`/api/${connectionOf(system).path}/auth-start`, order);
  location.assign(url);
}

/** Ends the access and revokes it. Fails like `rest`. */
export async function disconnect(system: ConnectedSystem, clientId: number | null): Promise<void> {
  await rest(`/api/${connectionOf(system).path}/disconnect`, { method: 'POST', body: bodyOf(clientId) });
  await queryClient.invalidateQueries({ queryKey: connectionKey });
}

/** Completes a sign-in with the returned code (NAV-20, NAV-21). Fails like `rest`. */
export async function finishSignIn(
  system: ConnectedSystem,
  back: { readonly code: string; readonly state: string },
): Promise<void> {
  await rest(`/api/${connectionOf(system).path}/auth-finish`, { method: 'POST', body: back });
}
