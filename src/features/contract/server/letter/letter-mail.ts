import type { Tx } from '../../../../platform/server/database.ts';
import { warnPerson } from '../../../../platform/server/mail/administrators.ts';
import { type ComposedMail, composeMail } from '../../../../platform/server/mail/mail.ts';
import type { Person } from '../../../../platform/server/person.ts';
import { text } from '../../../../platform/server/texts.ts';
import { contractKind } from '../../kind.ts';
import type { NamedNotice } from './load-notice.ts';

/** The mail with the notice letter, in the language of the letter. */
export function noticeMail({ document, language, number }: NamedNotice, sender: string): ComposedMail {
  return composeMail({
    language,
    sender,
    subject: [document.title, sender].filter(Boolean).join(' – '),
    blocks: [
      document.salutation,
      text(language, 'mail.termination.text', { number: number ?? '' }),
      [text(language, 'mail.regards'), document.closing?.name ?? '', sender].filter(Boolean).join('\n'),
    ],
  });
}

/** The final state of a letter that failed or may not have been delivered. */
export interface NotSent {
  readonly state: 'failed' | 'uncertain';
  readonly failure: 'mail_refused' | 'interrupted';
  readonly failure_reason: string | null;
}

/**
 * Mails the sender that their letter was not sent, because a deadline may depend on it (MAIL-04, CON-31); the
 * administrators, if the sender gets no mails any more.
 */
export async function notifyNotSent(
  tx: Tx,
  publicUrl: string,
  sender: { readonly tenantId: number; readonly person: Person | undefined },
  about: { readonly contractId: number; readonly ending: NotSent },
): Promise<void> {
  const { contractId, ending } = about;
  const contract = await tx.one<{ number: string | null; name: string | null; partner: string | null }>(
    `select k.contract_number_formatted as number, k.name, s.name as partner
     from contract k left join supplier s on s.id = k.supplier_id where k.id = $1`,
    [contractId],
  );
  const url = new URL(`${contractKind.route}?id=${contractId}`, publicUrl).href;
  await warnPerson(tx, publicUrl, sender, (language) => {
    const subject = text(language, `mail.not_sent.${ending.state}`, {
      letter: text(language, 'mail.termination.letter'),
      number: contract.number ?? '',
      supplier: contract.partner ?? '',
    });
    return {
      subject,
      blocks: [
        [subject, contract.name].filter(Boolean).join('\n'),
        [text(language, `contract.choice.failure.${ending.failure}`), ending.failure_reason]
          .filter(Boolean)
          .join('\n'),
        { label: text(language, 'mail.contract_open'), url },
      ],
      document: { kind: contractKind.name, id: contractId },
    };
  });
}
