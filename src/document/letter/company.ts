import { linesOf } from './address.ts';
import type { Labelled, LetterWords } from './words.ts';

/** The sending company, with the particulars that its letters must show (DATA-13). */
export interface LetterCompany {
  readonly name: string;
  readonly billing_name: string | null;
  readonly billing_address: string | null;
  readonly billing_zipcode: string | null;
  readonly billing_city: string | null;
  readonly country: string;
  readonly email: string | null;
  readonly vat_number: string | null;
  readonly tax_number: string | null;
  readonly legal_form: string | null;
  readonly registered_seat: string | null;
  readonly register_court: string | null;
  readonly register_number: string | null;
  readonly managing_directors: string | null;
  readonly legal_footer: string | null;
}

/** The particulars in columns, or in the company's own wording (`legal_footer`). */
export type Footer = { readonly columns: readonly (readonly string[])[] } | { readonly text: string };

/** The name with the legal form, which letters must show, unless the name contains it. */
export function senderName(company: LetterCompany | null): string {
  if (!company) return '';
  const name = company.billing_name?.trim() || company.name;
  const form = company.legal_form?.trim() ?? '';
  const named = wordsOf(name);
  const words = wordsOf(form);
  return words.length === 0 || words.some((word) => named.includes(word)) ? name : `${name} ${form}`;
}

/** `Gesellschaft mbH & Co. KG` also matches the form `GmbH & Co. KG`. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('gmbh', 'mbh')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
}

/** The address for the return line. */
export function streetAndTown(company: LetterCompany): string[] {
  const town = [company.billing_zipcode, company.billing_city].filter(Boolean).join(' ');
  return [...linesOf(company.billing_address), ...linesOf(town)];
}

/** Keeps the company's own wording and adds the particulars that it omits, since the law requires all of them. */
export function footerOf(company: LetterCompany | null, t: LetterWords): Footer {
  if (!company) return { columns: [] };
  const seat = filled([[t('order_pdf.legal.seat'), company.registered_seat]]);
  const register = lined([company.register_court, company.register_number], ', ');
  const directors = filled([[t('order_pdf.legal.directors'), company.managing_directors]]);
  const tax = filled([
    [t('order_pdf.legal.vat_number'), company.vat_number],
    [t('order_pdf.legal.tax_number'), company.vat_number ? null : company.tax_number],
  ]);
  const wording = linesOf(company.legal_footer).join(' · ');
  if (wording) {
    const isMissing = ({ value }: Labelled) => !wording.includes(value.trim());
    const isRegistered = [company.register_court, company.register_number].every(
      (part) => !part || wording.includes(part.trim()),
    );
    const added = [
      // The town alone may belong to the address.
      ...seat.filter((each) => isMissing(each) || !namesSeat.test(wording)).map(inOneLine),
      ...(register === null || isRegistered ? [] : [register]),
      ...[...directors, ...tax].filter(isMissing).map(inOneLine),
    ];
    return { text: [wording, ...added].join(' · ') };
  }
  const columns = [
    [senderName(company), ...streetAndTown(company)],
    [...seat.map(inOneLine), ...linesOf(company.register_court), ...linesOf(company.register_number)],
    directors.flatMap(({ label, value }) => [`${label}:`, value]),
    [...tax.map(inOneLine), ...linesOf(company.email)],
  ];
  return { columns: columns.filter((lines) => lines.length > 0) };
}

/** The word for the registered seat, in the supported languages. */
const namesSeat = /sitz|seat|registered office|sede|sídlo/i;

function inOneLine({ label, value }: Labelled): string {
  return `${label}: ${value}`;
}

/** The pairs with a value. */
export function filled(pairs: readonly (readonly [string, string | null | undefined])[]): Labelled[] {
  return pairs.flatMap(([label, value]) => (value?.trim() ? [{ label, value: value.trim() }] : []));
}

/** The non-empty parts, joined; null if there are none. */
export function lined(parts: readonly (string | null)[], separator = '\n'): string | null {
  return parts.filter((part) => part?.trim()).join(separator) || null;
}
