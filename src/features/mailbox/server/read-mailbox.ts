import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import { MailboxFailed } from '../failure.ts';
import { mailLimits, maxMailsPerRun } from '../mail-limits.ts';
import type { ListedMail, MailServer, MailSource } from './mail-server.ts';
import { openMailSource, type Patience, patienceOfRun } from './mail-source.ts';
import type { SeenMail } from './mailbox-store.ts';
import type { Taking } from './take-mail.ts';

/** Handles the mails of one folder, one after the other. */
export interface MailTaker {
  readonly seen: ReadonlyMap<string, SeenMail>;
  take(mail: ListedMail, raw: Buffer): Promise<Taking>;
  /** Called for a mail beyond the size limit, with its header if the server returns it. */
  refuse(mail: ListedMail, head: Buffer | null): Promise<void>;
  /** Called for a mail that is older than the import period. */
  passOver(mail: ListedMail, sentAt: Date): Promise<void>;
  /** Called after an unexpected failure; returns whether the mail is skipped from now on. */
  fail(mail: ListedMail, failure: FailedTry): Promise<boolean>;
  /** Folder for mails that were not imported; without it they stay. */
  readonly leftovers?: string;
}

export interface FailedTry {
  readonly error: unknown;
  /** Null if the server did not return it. */
  readonly raw: Buffer | null;
  /** The mail is the likely cause, not the server. */
  readonly isItsOwn: boolean;
}

export interface ReadResult {
  readonly imported: number;
  readonly refused: number;
}

/**
 * Reads new mails since a date and moves them aside after their import (MBX-02, MBX-04). A failing mail does not
 * block others. Throws `MailboxFailed`; mails imported before stay imported.
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
    for (const mail of inOrder(mails, seen, since).slice(0, maxMailsPerRun)) {
      // The slowest mail must fit into the remaining time; the next run continues.
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
    // The work is complete; errors while closing do not matter.
    await source.close().catch(() => {});
    return counts;
  } finally {
    source.abort();
  }
}

/** Processes one mail; `stays`: it stays in place and is not finished. */
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
      await taker.refuse(mail, await source.headOf(mail));
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
    // The conversation ended during this mail.
    if (isOfServer) throw error;
    return isLeftAlone ? 'refused' : 'stays';
  }
}

function isImported(seen: SeenMail | undefined): boolean {
  return seen?.state === 'imported' && seen.failure === null;
}

/** The mails to process; failed ones come last. */
function inOrder(
  mails: readonly ListedMail[],
  seen: ReadonlyMap<string, SeenMail>,
  since: Date,
): readonly ListedMail[] {
  const isFailing = ({ key }: ListedMail) => seen.get(key)?.state === 'failing';
  const wanted = mails.filter(({ key }) => isToBeRead(seen.get(key), since));
  return [...wanted.filter((mail) => !isFailing(mail)), ...wanted.filter(isFailing)];
}

/** Mails that were too old are read once the import period is longer. */
function isToBeRead(seen: SeenMail | undefined, since: Date): boolean {
  if (seen === undefined || seen.state === 'failing') return true;
  return seen.state === 'old' && seen.sent_at !== null && new Date(seen.sent_at) >= since;
}
