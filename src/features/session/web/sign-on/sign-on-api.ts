import { queryOptions } from '@tanstack/react-query';
import type { Draft } from '../../../../entity/draft.ts';
import type { ConnectionResult } from '../../../../entity/web/use-connection-test.ts';
import { gql, rest, restWithoutLogin } from '../../../../platform/web/api.ts';
import { storedReturnPath } from '../../../../platform/web/return-path.ts';

export interface IssuerChoice {
  readonly id: number;
  readonly name: string;
}

export type SignOnStart = { readonly url: string } | { readonly choices: readonly IssuerChoice[] };

/** The address at the issuer, or the issuers to choose from. */
export function startSignOn(tenant: string, issuerId: number | null): Promise<SignOnStart> {
  return restWithoutLogin('/api/auth/sign-on/start', {
    method: 'POST',
    body: { tenant, issuer_id: issuerId, return_to: storedReturnPath() },
  });
}

/** Starts the session of the person whom the issuer has sent back. */
export function finishSignOn(
  issuerId: number,
  search: string,
): Promise<{ readonly jwt: string; readonly refresh_token: string; readonly return_to: string | null }> {
  return restWithoutLogin('/api/auth/sign-on/finish', {
    method: 'POST',
    body: { issuer_id: issuerId, search },
  });
}

/** Where the issuer sends people back; each registration has its own address. */
export function returnAddress(id: number): string {
  return `${location.origin}/login/sign-on/${id}`;
}

/** Whether the entered issuer answers and knows the application. */
export function testIssuer(id: number | null, { values }: Draft): Promise<ConnectionResult> {
  const { issuer, application_id, application_secret } = values;
  return rest('/api/auth/sign-on/test', {
    method: 'POST',
    body: { id, record: { issuer, application_id, application_secret } },
  });
}

export interface ListedIssuer extends IssuerChoice {
  readonly issuer: string;
  readonly active: boolean;
}

export const issuersOptions = queryOptions({
  queryKey: ['sign-on-issuers'],
  queryFn: async ({ signal }) =>
    (
      await gql<{ sign_on_issuer: readonly ListedIssuer[] }>(
        '{ sign_on_issuer(order_by: { name: asc }) { id name issuer active } }',
        {},
        { signal },
      )
    ).sign_on_issuer,
});
