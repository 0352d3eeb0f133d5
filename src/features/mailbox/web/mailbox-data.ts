import { queryOptions } from '@tanstack/react-query';
import type { Draft } from '../../../entity/draft.ts';
import type { ConnectionResult } from '../../../entity/web/use-connection-test.ts';
import { gql, rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type { MailSignIn } from '../../master-data/mailbox.ts';
import type { MailboxFailure, MailFailure } from '../failure.ts';

/** The state of a mailbox. */
export interface MailboxState {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly host: string;
  readonly sign_in: MailSignIn;
  /** The mask if a password is stored. */
  readonly password: string | null;
  /** The mask if a secret is stored. */
  readonly oauth_secret: string | null;
  /** The mask if a person signed in. */
  readonly oauth_refresh_token: string | null;
  /** When that sign-in ends without use; null where nobody knows. */
  readonly oauth_until: string | null;
  readonly active: boolean;
  readonly import_invoices_automatically: boolean;
  readonly last_run_at: string | null;
  readonly last_error: {
    readonly code: MailboxFailure;
    readonly values?: { readonly count?: number };
  } | null;
}

const stateFields =
  'id name username host sign_in password oauth_secret oauth_refresh_token oauth_until active import_invoices_automatically last_run_at last_error';

/** Whether there is something to sign in with. */
export function isConnected(mailbox: MailboxState): boolean {
  const needed = { password: 'password', microsoft: 'oauth_secret', google: 'oauth_refresh_token' } as const;
  return mailbox[needed[mailbox.sign_in]] !== null;
}

/** A run takes seconds, and scheduled runs start at any time. */
const refetchInterval = 5_000;

export const mailboxesOptions = queryOptions({
  queryKey: ['mailboxes'],
  queryFn: async ({ signal }) =>
    (
      await gql<{ mailbox: readonly MailboxState[] }>(
        `{ mailbox(order_by: { name: asc }) { ${stateFields} } }`,
        {},
        { signal },
      )
    ).mailbox,
  refetchInterval,
});

export function mailboxOptions(id: number) {
  return queryOptions({
    queryKey: ['mailboxes', id],
    queryFn: async ({ signal }) =>
      (
        await gql<{ mailbox_by_pk: MailboxState | null }>(
          `query Mailbox($id: bigint!) { mailbox_by_pk(id: $id) { ${stateFields} } }`,
          { id },
          { signal },
        )
      ).mailbox_by_pk,
    refetchInterval,
  });
}

/** A processed mail. */
export interface LookedMail {
  readonly id: number;
  readonly sender: string | null;
  readonly subject: string | null;
  readonly created_at: string;
  readonly state: 'imported' | 'empty' | 'failing' | 'refused';
  readonly failure: MailFailure | null;
  readonly invoice_count: number;
  /** The original, if the mail was put aside (TECH-20). */
  readonly file: { readonly id: string; readonly name: string } | null;
}

/** A put-aside mail with its mailbox; null for the address of the tenant. */
export interface PutAsideMail extends LookedMail {
  readonly mailbox: { readonly name: string } | null;
}

const mailFields = 'id sender subject created_at state failure invoice_count file { id name }';

/** Number of mails shown, newest first. */
const maxMails = 50;

export function mailsOptions(mailboxId: number) {
  return queryOptions({
    queryKey: ['mailboxes', mailboxId, 'mails'],
    queryFn: async ({ signal }) =>
      (
        await gql<{ mailbox_mail: readonly LookedMail[] }>(
          `query Mails($id: bigint!) {
            mailbox_mail(where: { mailbox_id: { _eq: $id }, state: { _neq: "old" } }, order_by: { id: desc }, limit: ${maxMails}) {
              ${mailFields} } }`,
          { id: mailboxId },
          { signal },
        )
      ).mailbox_mail,
    refetchInterval,
  });
}

export const putAsideOptions = queryOptions({
  queryKey: ['mailboxes', 'put aside'],
  queryFn: async ({ signal }) =>
    (
      await gql<{ mailbox_mail: readonly PutAsideMail[] }>(
        `{ mailbox_mail(where: { file_id: { _is_null: false } }, order_by: { id: desc }, limit: ${maxMails}) {
          ${mailFields} mailbox { name } } }`,
        {},
        { signal },
      )
    ).mailbox_mail,
  refetchInterval,
});

/** Retries a put-aside mail from its original. */
export async function tryMailAgain(id: number): Promise<void> {
  await rest(`/api/mailbox/mail/${id}/retry`, { method: 'POST', body: {} });
  void queryClient.invalidateQueries({ queryKey: ['mailboxes'] });
}

/** Tests the entered connection, saved or not (API-34). */
export async function testConnection(id: number | null, { values }: Draft): Promise<ConnectionResult> {
  const { protocol, host, port, tls, username, password, folder, sign_in } = values;
  const { oauth_application, oauth_directory, oauth_secret, oauth_refresh_token } = values;
  const login = { sign_in, oauth_application, oauth_directory, oauth_secret, oauth_refresh_token };
  const record = { protocol, host, port, tls, username, password, folder, ...login };
  return await rest<ConnectionResult>('/api/mailbox/test', { method: 'POST', body: { id, record } });
}

/** Opens the page of the provider for a sign-in (MBX-08). */
export async function startSignIn(id: number): Promise<ConnectionResult> {
  const order = { method: 'POST', body: {} } as const;
  const begun = await rest<{ readonly success: boolean; readonly url?: string; readonly message?: string }>(
    `/api/mailbox/${id}/auth-start`,
    order,
  );
  if (begun.url !== undefined) location.assign(begun.url);
  return { success: begun.success, message: begun.message ?? '' };
}

export async function disconnectMailbox(id: number): Promise<ConnectionResult> {
  const result = await rest<ConnectionResult>(`/api/mailbox/${id}/disconnect`, { method: 'POST', body: {} });
  void queryClient.invalidateQueries();
  return result;
}

export async function runMailbox(id: number): Promise<void> {
  await rest(`/api/mailbox/${id}/run`, { method: 'POST', body: {} });
  void queryClient.invalidateQueries({ queryKey: ['mailboxes'] });
}
