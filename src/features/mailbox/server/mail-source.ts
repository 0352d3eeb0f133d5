import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import { HostRefused } from '../../../platform/server/outgoing.ts';
import { MailboxFailed, type MailboxFailure } from '../failure.ts';
import { openImap } from './imap.ts';
import type { MailServer, MailSource } from './mail-server.ts';
import { openPop3 } from './pop3.ts';

/** Connects and logs in. Throws `MailboxFailed`. */
export async function openMailSource(server: MailServer, hosts: OutgoingHosts): Promise<MailSource> {
  return await told(async () => {
    const address = await hosts.addressOf(server.host);
    const source = await (server.protocol === 'imap' ? openImap : openPop3)(server, address);
    return tellingSource(source);
  });
}

function tellingSource(source: MailSource): MailSource {
  const { sentAt, file } = source;
  return {
    list: (since) => told(() => source.list(since)),
    contentOf: (mail) => told(() => source.contentOf(mail)),
    ...(sentAt && { sentAt: (mail) => told(() => sentAt(mail)) }),
    ...(file && { file: (mails, place) => told(() => file(mails, place)) }),
    close: () => source.close(),
    abort: () => source.abort(),
  };
}

async function told<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof MailboxFailed ? error : new MailboxFailed(failureOf(error), error);
  }
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
