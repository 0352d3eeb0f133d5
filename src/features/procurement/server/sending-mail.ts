import { type ComposedMail, composeMail } from '../../../platform/server/mail/mail.ts';
import { text } from '../../../platform/server/texts.ts';
import type { LetterKind } from '../model.ts';
import type { OrderDocument } from '../order-document.ts';

/** The parts of the mail that a person may edit before it is sent (PROC-17). */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** A letter with its order number. */
export interface NumberedLetter {
  readonly document: OrderDocument;
  readonly kind: LetterKind;
  readonly number: string | null;
}

/** Subject and text in the language of the letter. */
export function proposedText({ document, kind, number }: NumberedLetter): MailText {
  const { language, title, sender, closing } = document;
  const lines = [
    text(language, `mail.${kind}.text`, { number: number ?? '' }),
    [text(language, 'mail.regards'), closing?.name ?? '', sender].filter(Boolean).join('\n'),
  ];
  return { subject: [title, sender].filter(Boolean).join(' – '), text: lines.join('\n\n') };
}

/**
 * The mail with the letter, in the name of `sender`; texts of the person replace the proposed ones. It ends with the
 * address of the goods receipt, as the letter carries it as a code (MOB-05).
 */
export function letterMail(
  letter: NumberedLetter,
  sender: string,
  wish: { readonly subject?: string | null | undefined; readonly text?: string | null | undefined },
): ComposedMail {
  const proposed = proposedText(letter);
  const { language, receiptCode } = letter.document;
  const paragraphs = (wish.text || proposed.text).split(/\r?\n\s*\r?\n/).map((block) => block.trim());
  return composeMail({
    language,
    sender,
    subject: wish.subject || proposed.subject,
    blocks: [
      ...paragraphs.filter(Boolean),
      ...(receiptCode === null ? [] : [{ ...receiptCode, isQuiet: true }]),
    ],
  });
}
