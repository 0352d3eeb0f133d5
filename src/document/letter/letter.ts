import type { Language } from '../../base/language.ts';
import { addressLines, countryLanguage, type PostalAddress } from './address.ts';
import { type Footer, footerOf, type LetterCompany, senderName, streetAndTown } from './company.ts';
import type { Labelled, LetterWords } from './words.ts';

/** The parts common to all letters of a company, in the words and formats of the letter's language. */
export interface Letter {
  readonly language: Language;
  readonly title: string;
  /** Printed across every page of a draft. */
  readonly mark: string | null;
  readonly sender: string;
  /** Below the name in the letterhead. */
  readonly senderDetails: string;
  /** One line above the address, visible in the window of the envelope. */
  readonly returnLine: string;
  readonly recipient: readonly string[];
  readonly references: readonly Labelled[];
  /** The greeting and the sender's name; null for a draft. */
  readonly closing: { readonly greeting: string; readonly name: string } | null;
  readonly footer: Footer;
  /** Title and version, repeated on every page. */
  readonly runningTitle: string;
  /** "Page {page} of {pages}", with placeholders for the page numbers. */
  readonly pageText: string;
}

/** The fields of a recipient that determine address and language. */
export interface LetterRecipient extends Omit<PostalAddress, 'complement'> {
  readonly contact_person: string | null;
  readonly order_language: Language | null;
}

/** The parts of a letter that depend on its company only: head, return line, foot and page numbers. */
export function companyParts(
  company: LetterCompany | null,
  t: LetterWords,
): Pick<Letter, 'sender' | 'senderDetails' | 'returnLine' | 'footer' | 'pageText'> {
  const place = company ? streetAndTown(company) : [];
  const email = company?.email?.trim() ? [company.email.trim()] : [];
  return {
    sender: senderName(company),
    senderDetails: [...place, ...email].join(' · '),
    returnLine: company ? [senderName(company), ...place].join(' · ') : '',
    footer: footerOf(company, t),
    pageText: t('order_pdf.page', { page: '{page}', pages: '{pages}' }),
  };
}

/** The lines of the address, for a letter from the company's country. */
export function recipientLines(recipient: LetterRecipient, company: LetterCompany | null): string[] {
  const { name, contact_person: complement, address, zipcode, city, country } = recipient;
  return addressLines({ name, complement, address, zipcode, city, country }, company?.country ?? country);
}

/**
 * The language requested, else that of the recipient, of the recipient's country, or of the tenant (PROC-28,
 * I18N-08).
 */
export function letterLanguage(
  wished: Language | null,
  recipient: Pick<LetterRecipient, 'order_language' | 'country'> | null,
  tenantLanguage: Language,
): Language {
  return (
    wished ?? recipient?.order_language ?? (recipient && countryLanguage(recipient.country)) ?? tenantLanguage
  );
}

/** The file name: title and recipient; valid in every file system. */
export function letterFileName({ title }: Pick<Letter, 'title'>, recipient: string): string {
  const name = `${title} ${recipient}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not contain them.
  const safe = name.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ').replace(/\s+/g, ' ');
  return `${safe.trim().slice(0, longestFileName).trim()}.pdf`;
}

const longestFileName = 120;
