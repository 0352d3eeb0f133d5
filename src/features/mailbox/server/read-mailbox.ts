import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import { mailLimits, mostMailsPerRun } from '../mail-limits.ts';
import type { ListedMail, MailServer } from './mail-server.ts';
import { openMailSource } from './mail-source.ts';
import type { SeenMail } from './mailbox-store.ts';
import type { Taking } from './take-mail.ts';

/** How the mails of one place are dealt with, one after the other. */
export interface MailTaker {
  readonly seen: ReadonlyMap<string, SeenMail>;
  take(mail: ListedMail, raw: Buffer): Promise<Taking>;
  /** It is larger than any mail that is read. */
  refuse(mail: ListedMail): Promise<void>;
  /** It was sent before anybody asks for. */
  passOver(mail: ListedMail, sentAt: Date): Promise<void>;
  /** Where mails go that were looked at and not imported; without it they stay. */
  readonly leftovers?: string;
}

export interface ReadResult {
  readonly imported: number;
  readonly refused: number;
}

/** A run is ended after so many milliseconds; the next one goes on. */
const longestRun = 4 * 60_000;

/**
 * Reads what came since then and was not looked at yet, and puts aside what is imported, after it is (MBX-02, MBX-04).
 * Throws `MailboxFailed`; what was imported until then stays imported.
 */
export async function readMailbox(
  server: MailServer,
  hosts: OutgoingHosts,
  since: Date,
  taker: MailTaker,
): Promise<ReadResult> {
  const source = await openMailSource(server, hosts);
  const ending = setTimeout(() => source.abort(), longestRun);
  try {
    const counts = { imported: 0, refused: 0 };
    const done: ListedMail[] = [];
    const left: ListedMail[] = [];
    let looked = 0;
    for (const mail of await source.list(since)) {
      const seen = taker.seen.get(mail.key);
      if (seen?.state === 'imported' && seen.failure === null) done.push(mail);
      if (!isToBeRead(seen, since) || looked >= mostMailsPerRun) continue;
      looked += 1;
      if (mail.bytes > mailLimits.bytes) {
        await taker.refuse(mail);
        counts.refused += 1;
        left.push(mail);
        continue;
      }
      const sentAt = (await source.sentAt?.(mail)) ?? null;
      if (sentAt !== null && sentAt < since) {
        await taker.passOver(mail, sentAt);
        continue;
      }
      const raw = await source.contentOf(mail);
      if (raw === null) continue;
      const taking = await taker.take(mail, raw);
      if (taking === 'imported' || taking === 'in_part') counts.imported += 1;
      if (taking === 'refused') counts.refused += 1;
      (taking === 'imported' || taking === 'known' ? done : left).push(mail);
    }
    await source.file?.(done, 'imported');
    if (taker.leftovers) await source.file?.(left, taker.leftovers);
    await source.close();
    return counts;
  } finally {
    clearTimeout(ending);
    source.abort();
  }
}

/** What was too old is read once the period has become longer. */
function isToBeRead(seen: SeenMail | undefined, since: Date): boolean {
  if (seen === undefined) return true;
  return seen.state === 'old' && seen.sent_at !== null && new Date(seen.sent_at) >= since;
}
