import type { Day } from '../../base/day.ts';
import type { Language } from '../../base/language.ts';
import { formatDay } from '../../base/typed-day.ts';
import { filled, type LetterCompany } from '../../document/letter/company.ts';
import {
  companyParts,
  type Letter,
  type LetterRecipient,
  recipientLines,
} from '../../document/letter/letter.ts';
import type { LetterWords } from '../../document/letter/words.ts';

/** The data of a notice letter (CON-31). */
export interface NoticeFacts {
  readonly number: string | null;
  readonly external_contract_number: string | null;
  readonly name: string | null;
  readonly company: LetterCompany | null;
  /** With our customer number at the partner (DATA-19). */
  readonly partner: (LetterRecipient & { readonly client_number: string | null }) | null;
  readonly contact: { readonly name: string; readonly email: string | null } | null;
  readonly written_on: Day;
  readonly receipt_by: Day | null;
  readonly ends_on: Day;
}

/** The letter as data, from top to bottom. */
export interface NoticeLetter extends Letter {
  readonly salutation: string;
  readonly paragraphs: readonly string[];
}

/** The notice letter: it names contract, end and deadline, and asks to confirm receipt. */
export function noticeLetter(
  facts: NoticeFacts,
  { language, t }: { readonly language: Language; readonly t: LetterWords },
): NoticeLetter {
  const { company, partner, contact, written_on, receipt_by, ends_on } = facts;
  const own = facts.number ?? '';
  const title = t('contract_letter.title', { number: facts.external_contract_number ?? own });
  const name = facts.name?.trim() ?? '';
  const day = (value: Day): string => formatDay(value, language);
  return {
    language,
    title,
    mark: null,
    ...companyParts(company, t),
    recipient: partner ? recipientLines(partner, company) : [],
    references: filled([
      [t('contract_letter.your_number'), facts.external_contract_number],
      [t('contract_letter.our_number'), own],
      [t('order_pdf.reference.customer_number'), partner?.client_number],
      [t('order_pdf.reference.date'), day(written_on)],
      [t('order_pdf.reference.contact'), contact?.name],
      [t('order_pdf.reference.email'), contact?.email],
      [t('order_pdf.reference.vat_number'), company?.vat_number],
    ]),
    salutation: t('contract_letter.salutation'),
    paragraphs: [
      name === ''
        ? t('contract_letter.notice', { day: day(ends_on) })
        : t('contract_letter.notice_of', { name, day: day(ends_on) }),
      ...(receipt_by === null ? [] : [t('contract_letter.receipt', { day: day(receipt_by) })]),
      t('contract_letter.confirmation', { day: day(ends_on) }),
    ],
    closing: { greeting: t('order_pdf.greeting'), name: contact?.name ?? '' },
    runningTitle: title,
  };
}
