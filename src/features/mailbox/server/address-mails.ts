import { after, type Clock, days } from '../../../platform/server/clock.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { sha256Of } from '../../../platform/server/files/files.ts';
import type { Log } from '../../../platform/server/log.ts';
import { outgoingHosts } from '../../../platform/server/outgoing.ts';
import { beginReading, countingEnds, readerAnswered } from '../../../platform/server/reading-cell/tries.ts';
import { MailboxFailed, type MailFailure, MailRefused, runsUntilRefusal } from '../failure.ts';
import type { Mail } from '../mail.ts';
import { recipientsOfHeader } from './mail-header.ts';
import type { MailServer } from './mail-server.ts';
import type { Patience } from './mail-source.ts';
import type { SeenMail } from './mailbox-store.ts';
import { type MailTaker, type ReadResult, readMailbox } from './read-mailbox.ts';
import { refuseMail, type Taking, type TakingParts, takeMail } from './take-mail.ts';

export interface AddressParts extends TakingParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Timeouts for the server; default if absent. */
  readonly patience?: Patience;
}

/** Mails that stayed unread for longer are left to the operator. */
const period = days(30);
const leftovers = 'not-imported';

/** Parses an address such as `imaps://user:password@host:993/INBOX`. */
export function serverOf(address: string): MailServer {
  const url = new URL(address);
  const tls = url.protocol === 'imaps:';
  return {
    protocol: 'imap',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (tls ? 993 : 143),
    tls,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  };
}

/**
 * Imports mails to the invoice addresses of tenants from the shared mailbox of the installation (REC-10). Mails for
 * no tenant or for two, and those that fail in several runs, are put aside and reported to the operator.
 *
 * @returns a function for one run; it returns null if the mailbox cannot be read
 */
export function addressMails(parts: AddressParts, server: MailServer): () => Promise<ReadResult | null> {
  const { clock, log, patience } = parts;
  // The operator has configured this server.
  const anywhere = outgoingHosts(['0.0.0.0/0', '::/0']);
  const failing = new Map<string, SeenMail & { readonly runs: number }>();
  const taker: MailTaker = {
    seen: failing,
    leftovers,
    take: async ({ key }, raw) => {
      const taking = await takeForTenants(parts, key, raw);
      failing.delete(key);
      return taking;
    },
    refuse: async ({ key, bytes }) => {
      log.error({ mail: key, bytes }, 'a mail to an invoice address is too large');
    },
    passOver: async () => {},
    fail: async ({ key }, { error, isItsOwn }) => {
      const runs = (failing.get(key)?.runs ?? 0) + (isItsOwn ? 1 : 0);
      log.error({ err: error, mail: key, runs }, 'a mail to an invoice address failed');
      if (runs >= runsUntilRefusal) failing.delete(key);
      else failing.set(key, { state: 'failing', failure: 'unexpected', sent_at: null, runs });
      return runs >= runsUntilRefusal;
    },
  };
  return async () => {
    try {
      return await readMailbox(server, anywhere, after(clock.now(), -period), taker, patience);
    } catch (error) {
      if (!(error instanceof MailboxFailed)) throw error;
      log.error(
        { err: error.cause, failure: error.failure },
        'the mailbox of the invoice addresses cannot be read',
      );
      return null;
    }
  };
}

/**
 * Parses a mail whose tenant is not known yet, or returns why it cannot be read. The attempt is recorded first, so
 * that a mail that ends its reader or the process is put aside (TECH-20).
 */
async function readOnce({ database, readMail }: AddressParts, raw: Buffer): Promise<Mail | MailFailure> {
  const name = sha256Of(raw).toString('hex');
  if (!(await database.atGate((tx) => beginReading(tx, 'mail', name)))) return 'not_safe';
  const atGate = (run: (tx: Tx) => Promise<unknown>) => database.atGate(run);
  const mail = await countingEnds(atGate, 'mail', name, () => readMail(null, raw)).catch((error: unknown) => {
    if (error instanceof MailRefused) return error.failure;
    throw error;
  });
  await database.atGate((tx) => readerAnswered(tx, 'mail', name));
  return mail;
}

async function takeForTenants(parts: AddressParts, key: string, raw: Buffer): Promise<Taking> {
  const read = await readOnce(parts, raw);
  const recipients = typeof read === 'string' ? recipientsOfHeader(raw) : read.recipients;
  const tenants = await parts.database.atGate((tx) =>
    tx.query<{ tenant_id: number; is_alone: boolean }>('select * from app.tenants_of_addresses($1)', [
      recipients,
    ]),
  );
  const destinations = tenants
    .filter(({ is_alone }) => is_alone)
    .map(
      ({ tenant_id: tenantId }) =>
        ({ tenantId, mailboxId: null, clientId: null, mode: 'attachment' }) as const,
    );
  if (typeof read === 'string' || destinations.length === 0) {
    const forNobody = tenants.length > 0 ? 'belongs to two tenants' : 'belongs to no tenant';
    const why = typeof read === 'string' ? 'cannot be read' : forNobody;
    parts.log.warn({ mail: key, recipients: recipients.slice(0, 5) }, `a mail to an invoice address ${why}`);
  }
  const takings: Taking[] = [];
  for (const destination of destinations) {
    if (typeof read === 'string') await refuseMail(parts, destination, key, read, raw);
    else takings.push(await takeMail({ ...parts, readMail: async () => read }, destination, key, raw));
  }
  return takings.find((taking) => taking !== 'imported' && taking !== 'known') ?? takings[0] ?? 'refused';
}
