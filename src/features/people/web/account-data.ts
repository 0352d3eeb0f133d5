import { queryOptions } from '@tanstack/react-query';
import type { HandOverPlan } from '../../../document/hand-over.ts';
import { changeByKey, gql, rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import { startImpersonation } from '../../../platform/web/session.ts';
import type { Passkey } from '../../session/passkey.ts';
import type { SessionEntry } from '../../session/session-entry.ts';

/** An account at an issuer, by which the person logs in. */
export interface AccountIdentity {
  readonly id: number;
  readonly issuer: string;
  readonly created_at: string;
  readonly last_login: string | null;
}

/** A person's access: blocked state, API token and passkeys. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly active: boolean;
  readonly blocked: boolean;
  readonly is_service: boolean;
  /** Its tokens belong to the directory of the company (AUTH-33). */
  readonly is_directory: boolean;
  readonly roles: readonly string[];
  readonly token_issued_at: string | null;
  readonly token_expires_at: string | null;
  readonly passkeys: readonly Passkey[];
  readonly sign_on_identities: readonly AccountIdentity[];
}

const accountQuery = `query Account($id: bigint!) {
  lb_user_by_pk(id: $id) {
    id name email active blocked is_service is_directory roles token_issued_at token_expires_at
    passkeys(order_by: { created_at: asc }) { id name created_at last_login }
    sign_on_identities(order_by: { created_at: asc }) { id issuer created_at last_login }
  } }`;

export function accountOptions(id: number) {
  return queryOptions({
    queryKey: ['account', id],
    queryFn: async ({ signal }) =>
      (await gql<{ lb_user_by_pk: Account | null }>(accountQuery, { id }, { signal })).lb_user_by_pk,
  });
}

function reload(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['entity', 'lb_user'] });
  return queryClient.invalidateQueries({ queryKey: ['account'] });
}

/** Blocking takes effect at once (AUTH-09, AUTH-20). */
export async function setBlocked(id: number, blocked: boolean): Promise<void> {
  await changeByKey(
    `mutation ($id: bigint!, $blocked: Boolean!) {
      update_lb_user_by_pk(pk_columns: { id: $id }, _set: { blocked: $blocked }) { id } }`,
    { id, blocked },
  );
  await reload();
}

/** The last invitation mail, and expiry of its link (AUTH-27). */
export interface Invitation {
  readonly created_at: string;
  readonly sent_at: string | null;
  readonly state: string;
  readonly expires_at: string;
}

export function invitationOptions(id: number) {
  return queryOptions({
    queryKey: ['account', id, 'invitation'],
    queryFn: async ({ signal }) =>
      (await rest<{ invitation: Invitation | null }>(`/api/auth/invitation/${id}`, { signal })).invitation,
    // The mail is sent shortly after the person was saved.
    refetchInterval: ({ state: { data } }) => (data?.sent_at || data?.state === 'failed' ? false : 3000),
  });
}

export async function inviteAgain(id: number): Promise<void> {
  await rest('/api/auth/invitation', { method: 'POST', body: { user_id: id } });
  await reload();
}

/** Returns the token, which cannot be read again (AUTH-23). */
export async function createToken(id: number, expires: string): Promise<string> {
  const { token } = await rest<{ token: string }>('/api/auth/api-token', {
    method: 'POST',
    body: { user_id: id, expires_at: expires },
  });
  await reload();
  return token;
}

export async function revokeToken(id: number): Promise<void> {
  await rest(`/api/auth/api-token/${id}`, { method: 'DELETE' });
  await reload();
}

export async function removePasskey(id: number): Promise<void> {
  await rest(`/api/auth/passkey/${id}`, { method: 'DELETE' });
  await reload();
}

/** Unbinds the accounts at issuers; the next login binds by the address (AUTH-32). */
export async function removeIdentities(id: number): Promise<void> {
  await rest(`/api/auth/person/${id}/sign-on`, { method: 'DELETE' });
  await reload();
}

export function sessionsOfOptions(id: number) {
  return queryOptions({
    queryKey: ['account', id, 'sessions'],
    queryFn: ({ signal }) => rest<readonly SessionEntry[]>(`/api/auth/person/${id}/session`, { signal }),
  });
}

export async function endSessionOf(id: number, session: string): Promise<void> {
  await rest(`/api/auth/person/${id}/session/${session}`, { method: 'DELETE' });
  await reload();
}

/** Ends all sessions and the API token of a person. */
export async function endAccessOf(id: number): Promise<void> {
  await rest(`/api/auth/person/${id}/session`, { method: 'DELETE' });
  await reload();
}

/** Makes this browser act as the person until it is ended (AUTH-21). */
export async function logInAs(id: number): Promise<void> {
  const tokens = await rest<{ jwt: string; refresh_token: string }>('/api/auth/impersonate', {
    method: 'POST',
    body: { user_id: id },
  });
  startImpersonation(tokens);
  queryClient.clear();
}

export function handOverPlanOptions(from: number, to: number | null) {
  return queryOptions({
    queryKey: ['account', from, 'hand-over', to],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await gql<{ lb_user_hand_over_plan: HandOverPlan }>(
          `query HandOverPlan($from: bigint!, $to: bigint) {
            lb_user_hand_over_plan(from_id: $from, to_id: $to) {
              tasks { kind document_id number name step is_current to_name refusal }
              more_documents kept_documents role_defaults approver_links links_refusal } }`,
          { from, to },
          { signal },
        )
      ).lb_user_hand_over_plan,
  });
}

export const handOver = `mutation HandOver($from_id: bigint!, $to_id: bigint!, $afterwards: lb_user_hand_over_afterwards_enum, $idempotency_key: uuid!) {
  lb_user_hand_over(from_id: $from_id, to_id: $to_id, afterwards: $afterwards, idempotency_key: $idempotency_key) { id } }`;

/** How access ends. */
export type Leaving = 'block' | 'deactivate';

/** Ends access without a handover. */
export async function leave(id: number, how: Leaving): Promise<void> {
  const change = how === 'block' ? { blocked: true } : { active: false };
  await gql(
    `mutation ($id: bigint!, $change: lb_user_set_input!) {
      update_lb_user_by_pk(pk_columns: { id: $id }, _set: $change) { id } }`,
    { id, change },
  );
}

/** Reloads accounts. */
export function accountsChanged(): Promise<void> {
  return reload();
}
