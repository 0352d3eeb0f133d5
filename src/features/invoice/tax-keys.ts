import { type Amount, compareAmounts, isZero, sum } from '../../base/money.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import type { TaxCategory, TaxKey } from './model.ts';
import { isOwed } from './owed-tax.ts';

/** A chosen posting key; its rate is in percent, null without a rate. */
export interface ChosenKey {
  readonly number: string;
  readonly tax: Amount | null;
}

/** The tax data of an account: an automatic account posts tax itself, at `automatic_tax` percent. */
export interface TaxedAccount {
  readonly number: string;
  readonly automatic: boolean;
  readonly automatic_tax: Amount | null;
}

export interface TaxedLine {
  readonly tax_category: TaxCategory;
  /** Percent, as stated. */
  readonly tax_percentage: Amount;
}

/**
 * DATEV's posting keys for the usual cases, in both of its charts of accounts (EXP-20): input tax, intra-community
 * acquisition, and tax owed by the recipient (§ 13b UStG). A company's own keys override them.
 */
export const usualTaxKeys: readonly TaxKey[] = [
  { tax_category: 'S', tax_percentage: '19', posting_key: '9' },
  { tax_category: 'S', tax_percentage: '7', posting_key: '8' },
  { tax_category: 'K', tax_percentage: '19', posting_key: '19' },
  { tax_category: 'K', tax_percentage: '7', posting_key: '18' },
  { tax_category: 'AE', tax_percentage: '19', posting_key: '94' },
  { tax_category: 'AE', tax_percentage: '7', posting_key: '91' },
];

/** The key that makes an automatic account post no tax. */
export const automaticOff = '40';

/**
 * Why a key does not fit a line (EXP-26): an automatic account takes only the key that turns it off, and a key must
 * match rate and category of its line. For tax that we owe, the invoice states no rate: the key determines it.
 */
function chosenKeyProblem(
  key: ChosenKey,
  line: TaxedLine,
  account: TaxedAccount | null,
  companyKeys: readonly TaxKey[],
): Refusal | null {
  const { tax_category: category } = line;
  const rate = sum([line.tax_percentage]);
  if (account?.automatic === true) {
    const isOff = key.number === automaticOff && isZero(rate);
    const values = { key: key.number, account: account.number };
    return isOff ? null : refuse('posting_key_automatic', { values });
  }
  const cases = [...companyKeys, ...usualTaxKeys].filter(({ posting_key }) => posting_key === key.number);
  const isOfOther = cases.length > 0 && cases.every((one) => one.tax_category !== category);
  const isOtherRate = !isOwed(category) && key.tax !== null && compareAmounts(key.tax, rate) !== 0;
  return isOfOther || isOtherRate
    ? refuse('posting_key_contradicts', { values: { key: key.number, category, rate } })
    : null;
}

/** A line with the data that decides on its key. */
export interface KeyedLine extends TaxedLine {
  readonly account: TaxedAccount | null;
  /** Chosen for the line itself. */
  readonly key: ChosenKey | null;
}

/**
 * The key that each line is booked with: its own, else that of the head if it fits, else none. Problems: a line's key
 * that does not fit it, with the place of the line, and a head key that fits no line (EXP-26).
 */
export function chosenKeys(
  lines: readonly KeyedLine[],
  headKey: ChosenKey | null,
  companyKeys: readonly TaxKey[],
): { readonly keys: readonly (ChosenKey | null)[]; readonly problems: readonly KeyProblem[] } {
  const problems: KeyProblem[] = [];
  const keys = lines.map((line, place) => {
    const problem = (key: ChosenKey) => chosenKeyProblem(key, line, line.account, companyKeys);
    if (line.key === null) return headKey !== null && problem(headKey) === null ? headKey : null;
    const refused = problem(line.key);
    if (refused !== null) problems.push({ place, refused });
    return line.key;
  });
  if (headKey !== null && lines.length > 0 && !keys.some((key) => key?.number === headKey.number)) {
    problems.push({ place: null, refused: whyUnused(lines, headKey, companyKeys) });
  }
  return { keys, problems };
}

export interface KeyProblem {
  /** Index of the line, from 0; null for the head key. */
  readonly place: number | null;
  readonly refused: Refusal;
}

/** Why the head key is unused: the problem at the first line without its own key, else that all lines have one. */
function whyUnused(lines: readonly KeyedLine[], headKey: ChosenKey, companyKeys: readonly TaxKey[]): Refusal {
  const first = lines.find(({ key }) => key === null);
  const why = first === undefined ? null : chosenKeyProblem(headKey, first, first.account, companyKeys);
  return why ?? refuse('posting_key_unused', { values: { key: headKey.number } });
}

/**
 * The tax rate of a line, in percent: as stated, or for tax that we owe that of its key, account or company (EXP-26).
 */
export function taxedRate(
  line: TaxedLine,
  key: ChosenKey | null,
  account: TaxedAccount,
  companyRate: Amount,
): Amount {
  if (!isOwed(line.tax_category)) return sum([line.tax_percentage]);
  const ofAccount = account.automatic ? account.automatic_tax : null;
  return sum([key?.tax ?? ofAccount ?? companyRate]);
}
