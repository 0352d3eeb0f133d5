import type { Language } from '../../../base/language.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { warnPerson } from '../../../platform/server/mail/administrators.ts';
import type { Person } from '../../../platform/server/person.ts';
import { text } from '../../../platform/server/texts.ts';
import type { LetterKind, OrderBlock } from '../model.ts';
import type { NotSent } from '../ordering.ts';

/** A letter that did not reach the supplier, or may not have. */
export interface UnsentLetter {
  readonly kind: LetterKind;
  readonly change_no: number | null;
}

/**
 * Mails the sender of a letter that it failed or that its outcome is uncertain (MAIL-04, PROC-17); the administrators, if
 * the sender gets no mails any more. Call it in the transaction that records the ending, so that it is told once.
 */
export async function mailNotSent(
  tx: Tx,
  publicUrl: string,
  sender: { readonly tenantId: number; readonly person: Person | undefined },
  about: {
    readonly procurementId: number;
    readonly block: OrderBlock;
    readonly letter: UnsentLetter;
    readonly ending: NotSent;
  },
): Promise<void> {
  const { procurementId, block, letter, ending } = about;
  const order = await tx.one<{ number: string | null; name: string | null; supplier: string | null }>(
    `select p.order_number_formatted as number, p.name, s.name as supplier
     from procurement p left join supplier s on s.id = $2 where p.id = $1`,
    [procurementId, block.supplier_id],
  );
  const url = new URL(`/procurement/form?id=${procurementId}`, publicUrl).href;
  await warnPerson(tx, publicUrl, sender, (language) => {
    const title = text(language, `procurement.order.letter.${letter.kind}`, {
      number: letter.change_no ?? '',
    });
    const subject = text(language, `mail.not_sent.${ending.state}`, {
      letter: title,
      number: order.number ?? '',
      supplier: order.supplier ?? '',
    });
    return {
      subject,
      blocks: [
        [subject, order.name].filter(Boolean).join('\n'),
        [reasonOf(ending, language), ending.failure_reason].filter(Boolean).join('\n'),
        { label: text(language, 'notification.open'), url },
      ],
    };
  });
}

function reasonOf({ state, failure }: NotSent, language: Language): string {
  if (state === 'uncertain') return text(language, 'procurement.order.uncertain');
  return failure ? text(language, `procurement.order.failure.${failure}`) : '';
}
