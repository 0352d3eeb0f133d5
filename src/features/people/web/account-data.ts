import { queryOptions } from '@tanstack/react-query';
import { changeByKey, gql, rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import { startImpersonation } from '../../../platform/web/session.ts';

export interface AccountPasskey {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  readonly last_login: string | null;
}

/** How a person gets in: whether he is blocked, his API token and his passkeys. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly active: boolean;
  readonly blocked: boolean;
  readonly roles: readonly string[];
  readonly token_issued_at: string | null;
  readonly token_expires_at: string | null;
  readonly passkeys: readonly AccountPasskey[];
}

const accountQuery = `query Account($id: bigint!) {
  lb_user_by_pk(id: $id) {
    id name email active blocked roles token_issued_at token_expires_at
    passkeys(order_by: { created_at: asc }) { id name created_at last_login }
  } }`;

export function accountOptions(id: number) {
  return queryOptions({
    queryKey: ['account', id],
    queryFn: async ({ signal }) =>
      (await gql<{ lb_user_by_pk: Account | null }>(accountQuery, { id }, { signal })).lb_user_by_pk,
  });
}

function readAnew(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['entity', 'lb_user'] });
  return queryClient.invalidateQueries({ queryKey: ['account'] });
}

/** A blocked person is out at once (AUTH-09, AUTH-20). */
export async function setBlocked(id: number, blocked: boolean): Promise<void> {
  await changeByKey(
    `mutation ($id: bigint!, $blocked: Boolean!) {
      update_lb_user_by_pk(pk_columns: { id: $id }, _set: { blocked: $blocked }) { id } }`,
    { id, blocked },
  );
  await readAnew();
}

/** Answers the token, which nobody can ask for again (AUTH-23). */
export async function createToken(id: number, expires: string): Promise<string> {
  const { token } = await rest<{ token: string }>('/api/auth/api-token', {
    method: 'POST',
    body: { user_id: id, expires_at: expires },
  });
  await readAnew();
  return token;
}

export async function revokeToken(id: number): Promise<void> {
  await rest(`/api/auth/api-token/${id}`, { method: 'DELETE' });
  await readAnew();
}

export async function removePasskey(id: number): Promise<void> {
  await rest(`/api/auth/passkey/${id}`, { method: 'DELETE' });
  await readAnew();
}

/** From now on this browser acts as the person, until that is left again (AUTH-21). */
export async function logInAs(id: number): Promise<void> {
  const tokens = await rest<{ jwt: string; refresh_token: string }>('/api/auth/impersonate', {
    method: 'POST',
    body: { user_id: id },
  });
  startImpersonation(tokens);
  queryClient.clear();
}

/** What a person would leave behind (ADM-10). */
export interface LeftBehind {
  readonly open_tasks: number;
  readonly later_tasks: number;
  readonly role_defaults: number;
  readonly approver_links: number;
}

export function leftBehindOptions(id: number) {
  return queryOptions({
    queryKey: ['account', id, 'left-behind'],
    queryFn: async ({ signal }) =>
      (
        await gql<{ lb_user_hand_over_counts: LeftBehind }>(
          `query LeftBehind($id: bigint!) {
            lb_user_hand_over_counts(from_id: $id) { open_tasks later_tasks role_defaults approver_links } }`,
          { id },
          { signal },
        )
      ).lb_user_hand_over_counts,
  });
}

export const handOver = `mutation HandOver($from_id: bigint!, $to_id: bigint!, $idempotency_key: uuid!) {
  lb_user_hand_over(from_id: $from_id, to_id: $to_id, idempotency_key: $idempotency_key) { id } }`;
