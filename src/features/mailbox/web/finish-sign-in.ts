import type { ConnectionResult } from '../../../entity/web/use-connection-test.ts';
import { rest } from '../../../platform/web/api.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { type SignInReturn, takeReturn } from '../../../platform/web/sign-in-return.ts';

/** The result of a sign-in for a mailbox; `mailboxId` is null where no usable answer came back. */
export interface MailboxSignedIn extends ConnectionResult {
  readonly mailboxId: number | null;
  /** The thrown error, in place of a message. */
  readonly failure: unknown;
}

let finishing: Promise<MailboxSignedIn> | null = null;

/** Completes the sign-in with the returned answer, once regardless of renders (MBX-08). */
export function finishMailboxSignIn(): Promise<MailboxSignedIn> {
  finishing ??= finish(takeReturn());
  return finishing;
}

async function finish(back: SignInReturn | null): Promise<MailboxSignedIn> {
  const mailboxId = back && mailboxOfState(back.state);
  if (back === null || mailboxId === null)
    return { success: false, message: '', mailboxId: null, failure: null };
  try {
    const { code, state, error } = back;
    if (code === null) throw declined(error);
    const body = { code, state };
    const result = await rest<ConnectionResult>('/api/mailbox/auth-finish', { method: 'POST', body });
    return { ...result, mailboxId, failure: null };
  } catch (failure) {
    return { success: false, message: '', mailboxId, failure };
  }
}

/** The mailbox of a sign-in, from its state; only the server can check the rest (NAV-21). */
export function mailboxOfState(state: string): number | null {
  const [, id] = /^mailbox-(\d{1,15})-/.exec(state) ?? [];
  return id === undefined ? null : Number(id);
}

function declined(error: string | null): ApiRefusal {
  const code = error === 'access_denied' ? 'sign_in_declined' : 'sign_in_failed';
  return new ApiRefusal({ code, message: '' });
}
