import { type Amount, compareAmounts, sum } from '../../base/money.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import type { TaxCategory, TaxKey } from './model.ts';
import { isOwed } from './owed-tax.ts';

/** A posting key that somebody chose; its rate is in percent, null where it stands for none. */
export interface ChosenKey {
  readonly number: string;
  readonly tax: Amount | null;
}

/** An account, as far as its tax goes: an automatic one posts tax by itself, at `automatic_tax` percent. */
export interface TaxedAccount {
  readonly number: string;
  readonly automatic: boolean;
  readonly automatic_tax: Amount | null;
}

export interface TaxedLine {
  readonly tax_category: TaxCategory;
  /** Percent, as it is stated. */
  readonly tax_percentage: Amount;
}

/**
 * What DATEV calls the usual cases, in both of its charts of accounts (EXP-20): input tax, intra-community acquisition, and
 * what § 13b UStG makes the recipient owe. A company overrules it by keys of its own.
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
const automaticOff = '40';

/**
 * Whether a key may stand at a line, or by name why not (EXP-26): an automatic account takes none but the one that turns it off,
 * and a key is for the rate and the category of its line. Of a tax that we owe the invoice states no rate: there the key tells it.
 */
export function chosenKeyProblem(
  key: ChosenKey,
  line: TaxedLine,
  account: TaxedAccount | null,
  companyKeys: readonly TaxKey[],
): Refusal | null {
  const { tax_category: category } = line;
  const rate = sum([line.tax_percentage]);
  if (account?.automatic === true) {
    const isOff = key.number === automaticOff && compareAmounts(rate, '0') === 0;
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

/** A line with what decides about its key. */
export interface KeyedLine extends TaxedLine {
  readonly account: TaxedAccount | null;
  /** Chosen for the line itself. */
  readonly key: ChosenKey | null;
}

/**
 * Which of the chosen keys each line is booked with: its own, else that of the head where it fits, else none. Refused by name: a
 * key of a line that does not fit it, told with the place of the line, and one of the head that fits no line (EXP-26).
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
  /** Of the line, from 0; null for the key of the head. */
  readonly place: number | null;
  readonly refused: Refusal;
}

/** Why the key of the head stands for nothing: what the first line without a key of its own says, else that each has one. */
function whyUnused(lines: readonly KeyedLine[], headKey: ChosenKey, companyKeys: readonly TaxKey[]): Refusal {
  const first = lines.find(({ key }) => key === null);
  const why = first === undefined ? null : chosenKeyProblem(headKey, first, first.account, companyKeys);
  return why ?? refuse('posting_key_unused', { values: { key: headKey.number } });
}

/** The rate at which a line is taxed, in percent: as stated, or of what we owe that of its key, its account or the company (EXP-26). */
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
