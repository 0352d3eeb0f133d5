import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import { MailboxFailed } from '../failure.ts';
import { mailLimits, mostMailsPerRun } from '../mail-limits.ts';
import type { ListedMail, MailServer, MailSource } from './mail-server.ts';
import { openMailSource, type Patience, patienceOfRun } from './mail-source.ts';
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
  /** Something that nobody foresaw happened to it; answers whether it is left alone from now on. */
  fail(mail: ListedMail, failure: FailedTry): Promise<boolean>;
  /** Where mails go that were looked at and not imported; without it they stay. */
  readonly leftovers?: string;
}

export interface FailedTry {
  readonly error: unknown;
  /** Null where the server did not hand it out. */
  readonly raw: Buffer | null;
  /** It is the mail and not the server, as far as anybody can tell. */
  readonly isItsOwn: boolean;
}

export interface ReadResult {
  readonly imported: number;
  readonly refused: number;
}

/**
 * Reads what came since then and was not looked at yet, and puts aside what is imported, after it is (MBX-02, MBX-04). A mail
 * that fails holds up no other. Throws `MailboxFailed`; what was imported until then stays imported.
 */
export async function readMailbox(
  server: MailServer,
  hosts: OutgoingHosts,
  since: Date,
  taker: MailTaker,
  patience: Patience = patienceOfRun,
): Promise<ReadResult> {
  const begun = performance.now();
  const source = await openMailSource(server, hosts, patience);
  try {
    const { seen, leftovers } = taker;
    const mails = await source.list(since);
    const done = mails.filter(({ key }) => isImported(seen.get(key)));
    const left: ListedMail[] = [];
    const counts = { imported: 0, refused: 0 };
    let looked = 0;
    for (const mail of inOrder(mails, seen, since).slice(0, mostMailsPerRun)) {
      // What a mail takes at most must end in time as well; the next run goes on.
      if (performance.now() - begun > patience.inAll - patience.answer) break;
      const taking = await lookAt(source, mail, since, taker, looked > 0);
      looked += 1;
      if (taking === 'imported' || taking === 'in_part') counts.imported += 1;
      if (taking === 'refused') counts.refused += 1;
      if (taking === 'imported' || taking === 'known') done.push(mail);
      else if (taking !== 'stays') left.push(mail);
    }
    await source.file?.(done, 'imported');
    if (leftovers) await source.file?.(left, leftovers);
    // All is done: how the server says goodbye does not matter.
    await source.close().catch(() => {});
    return counts;
  } finally {
    source.abort();
  }
}

/** What becomes of one mail; `stays`: where it is, without being looked at to its end. */
async function lookAt(
  source: MailSource,
  mail: ListedMail,
  since: Date,
  taker: MailTaker,
  hasReadOthers: boolean,
): Promise<Taking | 'stays'> {
  let raw: Buffer | null = null;
  try {
    if (mail.bytes > mailLimits.bytes) {
      await taker.refuse(mail);
      return 'refused';
    }
    const sentAt = (await source.sentAt?.(mail)) ?? null;
    if (sentAt !== null && sentAt < since) {
      await taker.passOver(mail, sentAt);
      return 'stays';
    }
    raw = await source.contentOf(mail);
    return raw === null ? 'stays' : await taker.take(mail, raw);
  } catch (error) {
    const isOfServer = error instanceof MailboxFailed;
    const isItsOwn = !isOfServer || hasReadOthers;
    const isLeftAlone = await taker.fail(mail, { error, raw, isItsOwn });
    // The conversation has ended in the middle of it.
    if (isOfServer) throw error;
    return isLeftAlone ? 'refused' : 'stays';
  }
}

function isImported(seen: SeenMail | undefined): boolean {
  return seen?.state === 'imported' && seen.failure === null;
}

/** The mails that are to be looked at; those that have failed come behind all others. */
function inOrder(
  mails: readonly ListedMail[],
  seen: ReadonlyMap<string, SeenMail>,
  since: Date,
): readonly ListedMail[] {
  const isFailing = ({ key }: ListedMail) => seen.get(key)?.state === 'failing';
  const wanted = mails.filter(({ key }) => isToBeRead(seen.get(key), since));
  return [...wanted.filter((mail) => !isFailing(mail)), ...wanted.filter(isFailing)];
}

/** What was too old is read once the period has become longer. */
function isToBeRead(seen: SeenMail | undefined, since: Date): boolean {
  if (seen === undefined || seen.state === 'failing') return true;
  return seen.state === 'old' && seen.sent_at !== null && new Date(seen.sent_at) >= since;
}
