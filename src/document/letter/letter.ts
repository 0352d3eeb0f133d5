import type { Language } from '../../base/language.ts';
import { addressLines, countryLanguage, type PostalAddress } from './address.ts';
import { type Footer, footerOf, type LetterCompany, senderName, streetAndTown } from './company.ts';
import type { Labelled, LetterWords } from './words.ts';

/** What stands on every letter of a company, in the words and formats of its language. */
export interface Letter {
  readonly language: Language;
  readonly title: string;
  /** Stands across every page of a draft. */
  readonly mark: string | null;
  readonly sender: string;
  /** Below the name in the head of the letter. */
  readonly senderDetails: string;
  /** One line above the address, so that the window of the envelope shows it. */
  readonly returnLine: string;
  readonly recipient: readonly string[];
  readonly references: readonly Labelled[];
  /** A letter that is sent closes with the sender's name. */
  readonly closing: { readonly greeting: string; readonly name: string } | null;
  readonly footer: Footer;
  /** Title and version, repeated on every page. */
  readonly runningTitle: string;
  /** "Page {page} of {pages}", for whoever counts the pages. */
  readonly pageText: string;
}

/** Whom letters go to, as far as their address and language depend on him. */
export interface LetterRecipient extends Omit<PostalAddress, 'complement'> {
  readonly contact_person: string | null;
  readonly order_language: Language | null;
}

/** Head, return line, foot and page numbers: what a letter takes from its company alone. */
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

/** The lines of the address, seen from the country of the company. */
export function recipientLines(recipient: LetterRecipient, company: LetterCompany | null): string[] {
  const { name, contact_person: complement, address, zipcode, city, country } = recipient;
  return addressLines({ name, complement, address, zipcode, city, country }, company?.country ?? country);
}

/** What a caller wishes, else the recipient's language, that of his country, the tenant's (PROC-28, I18N-08). */
export function letterLanguage(
  wished: Language | null,
  recipient: Pick<LetterRecipient, 'order_language' | 'country'> | null,
  tenantLanguage: Language,
): Language {
  return (
    wished ?? recipient?.order_language ?? (recipient && countryLanguage(recipient.country)) ?? tenantLanguage
  );
}

/** The name of the file: the title, and whom it is for; safe in every file system. */
export function letterFileName({ title }: Pick<Letter, 'title'>, recipient: string): string {
  const name = `${title} ${recipient}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in a file name.
  const safe = name.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ').replace(/\s+/g, ' ');
  return `${safe.trim().slice(0, longestFileName).trim()}.pdf`;
}

const longestFileName = 120;
