import type { Refusal } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { warnAdministrators, warnPerson } from '../../../platform/server/mail/administrators.ts';
import type { Person } from '../../../platform/server/person.ts';
import { refusalText, text } from '../../../platform/server/texts.ts';

type Told = Pick<Refusal, 'code' | 'values'>;

/** Tells why a file was not sent: its owner, or the administrators if the owner is a service account. */
export async function tellOfFailure(
  tx: Tx,
  publicUrl: string,
  owner: Person,
  name: string,
  problem: Told,
): Promise<void> {
  await warnPerson(tx, publicUrl, { tenantId: owner.tenantId, person: owner }, (language) => ({
    subject: text(language, 'mail.scheduled_export.failed.subject', { name }),
    blocks: [
      text(language, 'mail.scheduled_export.failed.text', { name, reason: refusalText(language, problem) }),
      linkOf(language, publicUrl),
    ],
  }));
}

/** Tells administrators that an export has ended with the access of its owner. */
export async function tellOfStop(
  tx: Tx,
  publicUrl: string,
  tenantId: number,
  name: string,
  owner: string,
): Promise<void> {
  await warnAdministrators(tx, publicUrl, tenantId, (language) => ({
    subject: text(language, 'mail.scheduled_export.stopped.subject', { name }),
    blocks: [
      text(language, 'mail.scheduled_export.stopped.text', { name, owner }),
      linkOf(language, publicUrl),
    ],
  }));
}

function linkOf(language: Person['language'], publicUrl: string) {
  return { label: text(language, 'mail.scheduled_export.open'), url: new URL('/exports', publicUrl).href };
}
