import { queryOptions } from '@tanstack/react-query';
import type { Environment } from '../../../../platform/environment.ts';
import { restWithoutLogin } from '../../../../platform/web/api.ts';
import { storedReturnPath } from '../../../../platform/web/return-path.ts';
import type { ListedDemoPerson } from '../../demo-person.ts';

/** Requests a login mail; the answer does not depend on whether the address is known (AUTH-06). */
export async function requestLoginMail(email: string, tenant: string): Promise<void> {
  const returnTo = storedReturnPath();
  await restWithoutLogin('/api/auth/login', {
    method: 'POST',
    body: {
      email,
      ...(tenant === '' ? {} : { tenant }),
      ...(returnTo === null ? {} : { return_to: returnTo }),
    },
  });
}

/** Shows the link's person; does not use it up. */
export function previewLogin(token: string): Promise<{ readonly email: string; readonly tenant: string }> {
  return restWithoutLogin(`/api/auth/login/${encodeURIComponent(token)}/preview`, { method: 'POST' });
}

/** Uses the link up and returns the tokens of the new session (AUTH-08). */
export function exchangeLogin(token: string): Promise<{
  readonly jwt: string;
  readonly refresh_token: string;
  readonly return_to?: string | null;
}> {
  return restWithoutLogin(`/api/auth/login/${encodeURIComponent(token)}`, { method: 'POST' });
}

/** The kind of installation (GEN-15), and the tenant of the host's first label, if there is one (AUTH-03). */
interface HostEnvironment {
  readonly environment: Environment;
  readonly tenant: string | null;
  /** Set on a demo installation: its people can be chosen (ONB-08). */
  readonly demo?: true;
}

/** The environment of the host, read once. */
export const environmentOptions = queryOptions({
  queryKey: ['environment'],
  queryFn: (): Promise<HostEnvironment> => restWithoutLogin('/api/environment'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The demo people; the route exists on demo installations only (ONB-08). */
export function demoPeople(): Promise<readonly ListedDemoPerson[]> {
  return restWithoutLogin('/api/demo/people');
}

export function logInAsDemoPerson(
  email: string,
): Promise<{ readonly jwt: string; readonly refresh_token: string }> {
  return restWithoutLogin('/api/demo/login', { method: 'POST', body: { email } });
}
