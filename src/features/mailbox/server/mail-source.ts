import { minutes } from '../../../platform/server/clock.ts';
import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import { HostRefused } from '../../../platform/server/outgoing.ts';
import { MailboxFailed, type MailboxFailure } from '../failure.ts';
import { openImap } from './imap.ts';
import type { MailServer, MailSource } from './mail-server.ts';
import { openPop3 } from './pop3.ts';

/** Timeouts in milliseconds: for one answer, and for all of them. */
export interface Patience {
  readonly answer: number;
  readonly inAll: number;
}

/** For a scheduled run; one starts every five minutes. */
export const patienceOfRun: Patience = { answer: minutes(2), inAll: minutes(4) };

/** Connects and logs in. This function and the methods of the source throw `MailboxFailed`. */
export async function openMailSource(
  server: MailServer,
  hosts: OutgoingHosts,
  patience: Patience = patienceOfRun,
): Promise<MailSource> {
  const ending = new AbortController();
  const ask = patiently(patience, ending);
  const { list, contentOf, headOf, sentAt, file, close, abort } = await ask(async () => {
    const address = await hosts.addressOf(server.host);
    ending.signal.throwIfAborted();
    return await (server.protocol === 'imap' ? openImap : openPop3)(server, address, ending.signal);
  });
  return {
    list: (since) => ask(() => list(since)),
    contentOf: (mail) => ask(() => contentOf(mail)),
    headOf: (mail) => ask(() => headOf(mail)),
    ...(sentAt && { sentAt: (mail) => ask(() => sentAt(mail)) }),
    ...(file && { file: (mails, place) => ask(() => file(mails, place)) }),
    close: () => ask(close),
    abort,
  };
}

/** Limits the time of each call and of all together; then ends the conversation. */
function patiently({ answer, inAll }: Patience, ending: AbortController) {
  let left = inAll;
  return async <T>(ask: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => {
        late.reject(new MailboxFailed('too_slow'));
        ending.abort();
      },
      Math.max(0, Math.min(answer, left)),
    );
    try {
      return await Promise.race([ask(), late.promise]);
    } catch (error) {
      throw error instanceof MailboxFailed ? error : new MailboxFailed(failureOf(error), error);
    } finally {
      clearTimeout(timer);
      left -= performance.now() - begun;
    }
  };
}

interface ServerError {
  readonly code?: string;
  readonly authenticationFailed?: boolean;
  readonly mailboxMissing?: boolean;
}

function failureOf(error: unknown): MailboxFailure {
  if (error instanceof HostRefused) return error.reason === 'private' ? 'host_private' : 'host_not_found';
  const { code = '', authenticationFailed, mailboxMissing } = error as ServerError;
  if (authenticationFailed) return 'login_refused';
  if (mailboxMissing) return 'folder_missing';
  const known = byCode.find(([pattern]) => pattern.test(code));
  return known ? known[1] : 'not_understood';
}

const byCode: readonly (readonly [RegExp, MailboxFailure])[] = [
  [/TIMEOUT|TIMEDOUT/, 'too_slow'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|ISSUER/, 'certificate'],
  [/SSL|TLS|^EPROTO$|MissingServerExtension/, 'no_tls'],
  [/^E(CONN|HOST|NET|PIPE)|NoConnection|EConnectionClosed|ClosedAfterConnect/, 'unreachable'],
];
