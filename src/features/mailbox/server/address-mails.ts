import { after, type Clock, days } from '../../../platform/server/clock.ts';
import type { Log } from '../../../platform/server/log.ts';
import { outgoingHosts } from '../../../platform/server/outgoing.ts';
import { MailboxFailed, MailRefused } from '../failure.ts';
import type { MailServer } from './mail-server.ts';
import { type ReadResult, readMailbox } from './read-mailbox.ts';
import { type Taking, type TakingParts, takeMail } from './take-mail.ts';

export interface AddressParts extends TakingParts {
  readonly clock: Clock;
  readonly log: Log;
}

/** Mails that lay there for longer while nobody read them are looked at by whoever runs the product. */
const period = days(30);
const leftovers = 'not-imported';

/** The mailbox of an address such as `imaps://user:password@host:993/INBOX`. */
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
 * Imports the mails to the addresses that tenants have for invoices, from the one mailbox in which the installation gets
 * them (REC-10). What is for nobody, or for two, is put aside and told to whoever runs the product.
 */
export async function importAddressMails(
  parts: AddressParts,
  server: MailServer,
): Promise<ReadResult | null> {
  const { clock, log } = parts;
  // Whoever runs the product has said where that is.
  const anywhere = outgoingHosts(['0.0.0.0/0', '::/0']);
  try {
    return await readMailbox(server, anywhere, after(clock.now(), -period), {
      seen: new Map(),
      leftovers,
      take: ({ key }, raw) => takeForTenants(parts, key, raw),
      refuse: async ({ key, bytes }) => {
        log.error({ mail: key, bytes }, 'a mail to the address for invoices is too large');
      },
      passOver: async () => {},
    });
  } catch (error) {
    if (!(error instanceof MailboxFailed)) throw error;
    log.error(
      { err: error.cause, failure: error.failure },
      'the mailbox of the addresses for invoices cannot be read',
    );
    return null;
  }
}

async function takeForTenants(parts: AddressParts, key: string, raw: Buffer): Promise<Taking> {
  const { database, log, readMail } = parts;
  const mail = await readMail(raw).catch((error: unknown) => {
    if (error instanceof MailRefused) return null;
    throw error;
  });
  const tenants =
    mail &&
    (await database.atGate((tx) =>
      tx.query<{ tenant_id: number; is_alone: boolean }>('select * from app.tenants_of_addresses($1)', [
        mail.recipients,
      ]),
    ));
  const alone = (tenants ?? []).filter(({ is_alone }) => is_alone);
  if (alone.length === 0) {
    const why =
      mail === null ? 'cannot be read' : tenants?.length ? 'is for two tenants' : 'is for no tenant';
    log.warn(
      { mail: key, recipients: mail?.recipients.slice(0, 5) },
      `a mail to the address for invoices ${why}`,
    );
    return 'refused';
  }
  const takings: Taking[] = [];
  for (const { tenant_id: tenantId } of alone) {
    const destination = { tenantId, mailboxId: null, clientId: null, mode: 'attachment' } as const;
    takings.push(
      await takeMail(
        { ...parts, readMail: async () => mail ?? (await readMail(raw)) },
        destination,
        key,
        raw,
      ),
    );
  }
  return takings.find((taking) => taking !== 'imported' && taking !== 'known') ?? takings[0] ?? 'refused';
}
