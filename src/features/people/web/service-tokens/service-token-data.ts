import { queryOptions } from '@tanstack/react-query';
import { gql, rest } from '../../../../platform/web/api.ts';
import { accountsChanged } from '../account-data.ts';

/** A granted token of a service account (AUTH-34). */
export interface ServiceToken {
  readonly id: number;
  readonly name: string;
  readonly calls: readonly string[];
  readonly networks: readonly string[];
  readonly expires_at: string;
  /** Null until the secret is made. */
  readonly issued_at: string | null;
  readonly last_used_at: string | null;
  /** Who made the secret. */
  readonly maker: { readonly id: number; readonly name: string } | null;
}

export function serviceTokensOptions(id: number) {
  return queryOptions({
    queryKey: ['account', id, 'service-tokens'],
    queryFn: async ({ signal }) =>
      (
        await gql<{ service_token: readonly ServiceToken[] }>(
          `query ServiceTokens($id: bigint!) {
            service_token(where: { lb_user_id: { _eq: $id }, revoked_at: { _is_null: true } }, order_by: { name: asc, id: asc }) {
              id name calls networks expires_at issued_at last_used_at maker { id name } } }`,
          { id },
          { signal },
        )
      ).service_token,
  });
}

/** The writing calls that a token can name. */
export function callsOptions() {
  return queryOptions({
    queryKey: ['service-token-calls'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await rest<{ calls: readonly string[] }>('/api/auth/service-token/calls', { signal })).calls,
  });
}

export interface TokenGrant {
  readonly user_id: number;
  readonly name: string;
  readonly calls: readonly string[];
  readonly networks: readonly string[];
  readonly expires_at: string;
}

/** Returns the secret; null while a second administrator has to confirm the token. */
export async function grantServiceToken(grant: TokenGrant): Promise<string | null> {
  const { id } = await rest<{ id: number | null }>('/api/auth/service-token', {
    method: 'POST',
    body: grant,
  });
  if (id !== null) return await makeServiceSecret(id);
  await accountsChanged();
  return null;
}

/** Returns the secret, which cannot be read again; a former one ends. */
export async function makeServiceSecret(id: number): Promise<string> {
  const { token } = await rest<{ token: string }>(`/api/auth/service-token/${id}/secret`, { method: 'POST' });
  await accountsChanged();
  return token;
}

export async function revokeServiceToken(id: number): Promise<void> {
  await rest(`/api/auth/service-token/${id}`, { method: 'DELETE' });
  await accountsChanged();
}
