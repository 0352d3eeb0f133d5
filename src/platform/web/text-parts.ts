/**
 * The sections of the language files used by the login, and by the overview around its table. Their texts are loaded
 * with the first page, all others in the background; `loadChunk` waits for them.
 */
export const firstSections: readonly string[] = [
  'action',
  'admin',
  'error',
  'field',
  'login',
  'overview',
  'session',
  'shell',
  'status',
  'step',
];

/** The part of other sections that is included: the server names actions of documents by these keys (API-40). */
const firstPart = 'actions';

/** Refusals of these subjects cannot occur on the first pages; pages where they can wait for all texts. */
const laterMatters = [
  'amendment',
  'archive',
  'attachment',
  'bank_data',
  'billing',
  'condition',
  'contract',
  'credit_note',
  'currency',
  'd365',
  'database',
  'date',
  'deletion',
  'direct_debit',
  'discount',
  'e_invoice',
  'export',
  'exported',
  'extf',
  'goods',
  'handover',
  'invoice',
  'last',
  'letter',
  'lock',
  'many',
  'notice',
  'number',
  'order',
  'pages',
  'posting_key',
  'prepaid',
  'prepayment',
  'punchout',
  'reversal',
  'second_administrator',
  'separate',
  'sign_in',
  'storage',
  'substitute',
  'supplier',
  'suppliers',
  'tenant',
  'transaction',
  'variable',
];
const laterRefusals = new RegExp(`^(${laterMatters.join('|')})_`);

/** The two parts of a language file in the build: `de.json?first` and `de.json?later`. */
export type TextPart = 'first' | 'later';

export type Texts = Readonly<Record<string, unknown>>;

/** Whether a text, or all texts of a section, are loaded with the first page. */
export function isFirstText(key: string): boolean {
  const [section = '', part = ''] = key.split('.');
  if (section === 'error' && laterRefusals.test(part)) return false;
  return firstSections.includes(section) || part === firstPart;
}

/** The texts of a language file that belong to a part. */
export function textsOfPart(part: TextPart, texts: Texts): Texts {
  const ofPart = (key: string): boolean => isFirstText(key) === (part === 'first');
  const own = Object.entries(texts).flatMap(([section, value]): [string, unknown][] => {
    const isCut =
      section === 'error' || (!firstSections.includes(section) && Object.hasOwn(value as Texts, firstPart));
    if (!isCut) return ofPart(section) ? [[section, value]] : [];
    const parts = Object.entries(value as Texts).filter(([name]) => ofPart(`${section}.${name}`));
    return [[section, Object.fromEntries(parts)]];
  });
  return Object.fromEntries(own);
}
