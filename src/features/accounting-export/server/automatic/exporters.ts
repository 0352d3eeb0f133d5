import { type Context, hasRole } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { personContext, systemContext } from '../../../../platform/server/jobs/jobs.ts';
import { composeMail, enqueueMail } from '../../../../platform/server/mail/mail.ts';
import type { MailBlock } from '../../../../platform/server/mail/mail-blocks.ts';
import { findPerson, type Person } from '../../../../platform/server/person.ts';
import { type TextValues, text } from '../../../../platform/server/texts.ts';

/** A person who exports and is informed about automatic exports. */
export interface Exporter {
  readonly person: Person;
  readonly context: Context;
  /** The ids of the companies visible to the person. */
  readonly companies: ReadonlySet<number>;
  /** A text in the person's language. */
  readonly say: (key: string, values?: TextValues) => string;
}

/** All people who may export and log in (EXP-04), each with the companies visible to them. */
export async function exporters(database: Database, tenantId: number): Promise<readonly Exporter[]> {
  const ids = await asWriter(database, systemContext(tenantId), (tx) =>
    tx.fixed<{ id: number }>('select id from lb_user where active and not is_group order by id', []),
  );
  const people = await database.atGate((tx) =>
    Promise.all(ids.map(({ id }) => findPerson(tx, tenantId, id))),
  );
  const found: Exporter[] = [];
  for (const person of people) {
    if (!person?.mayLogIn || !person.roles.includes('user-export-invoice')) continue;
    const context = personContext(person, 'job');
    const seen = await database.inTenant(context, (tx) => tx.query<{ id: number }>('select id from client'));
    const say = (key: string, values?: TextValues) => text(person.language, key, values);
    found.push({ person, context, companies: new Set(seen.map(({ id }) => id)), say });
  }
  return found;
}

/** Whether the person may see amounts (ROLE-07). */
export function seesAmounts({ context }: Exporter): boolean {
  return hasRole(context, 'user-price');
}

/** Mails each person the content for them, with a link to the export page; null sends nothing. Runs as writer. */
export async function notifyExporters(
  tx: Tx,
  publicUrl: string,
  reported: readonly Exporter[],
  contentFor: (
    exporter: Exporter,
  ) => { readonly subject: string; readonly blocks: readonly MailBlock[] } | null,
): Promise<void> {
  for (const exporter of reported) {
    const content = contentFor(exporter);
    if (content === null) continue;
    const { person, say } = exporter;
    const { tenantId, id, name, email, language, tenantTitle: sender } = person;
    const blocks = [...content.blocks, linkToExports(say, publicUrl)];
    await enqueueMail(tx, publicUrl, {
      ...composeMail({ language, name, sender, subject: content.subject, blocks }),
      tenantId,
      kind: 'warning',
      recipient: email,
      personId: id,
      senderName: sender,
    });
  }
}

export function linkToExports(say: Exporter['say'], publicUrl: string): MailBlock {
  return { label: say('mail.export_summary.open'), url: new URL('/invoice/export', publicUrl).href };
}
