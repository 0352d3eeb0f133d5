import { compareAmounts, isZero } from '../../base/money.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import type { TaxCategory } from '../invoice/model.ts';
import { type ChosenKey, taxedRate, usualTaxKeys } from '../invoice/tax-keys.ts';
import type { BookableLine, BookedAccount, ExportingCompany } from './model.ts';

/** The maximum length at DATEV (EXP-20). */
const longestKey = 4;

/** Categories without stated or owed tax, for which the account is sufficient. */
const withoutKey: ReadonlySet<TaxCategory> = new Set(['Z', 'E', 'G', 'O']);

type TaxedLine = Pick<BookableLine, 'tax_category' | 'tax_percentage'>;
type Rules = Pick<ExportingCompany, 'owed_rate' | 'tax_keys'>;

/**
 * The posting key of a line on an account; null for none. An automatic account posts its own category and rate and
 * accepts no other (EXP-20, EXP-26). Refuses another category or rate on an automatic account, a category and rate
 * without a key, and a key of more than 4 digits.
 *
 * @param chosen a chosen key that fits the line (EXP-26)
 */
export function postingKeyOf(
  line: TaxedLine,
  chosen: ChosenKey | null,
  account: BookedAccount,
  company: Rules,
): string | null | Refusal {
  const { tax_category: category } = line;
  const rate = taxedRate(line, chosen, account, company.owed_rate);
  if (account.automatic && chosen === null) {
    const { automatic_category: posted } = account;
    if (posted !== null && posted !== category && !withoutKey.has(category)) {
      const values = { account: account.number, category, automatic: posted };
      return refuse('export_automatic_category', { values });
    }
    const isItsRate = account.automatic_tax !== null && compareAmounts(account.automatic_tax, rate) === 0;
    const values = { account: account.number, rate, automatic: account.automatic_tax };
    return isItsRate ? null : refuse('export_automatic_account', { values });
  }
  const key = chosen?.number ?? mappedKey(category, rate, company);
  if (key === undefined) return refuse('export_tax_key_missing', { values: { category, rate } });
  if (key !== null && key.length > longestKey)
    return refuse('export_tax_key_too_long', { values: { key, longest: longestKey } });
  return key;
}

/** The key of a category and rate: the company's own, else the default; undefined where there is none. */
function mappedKey(
  category: TaxCategory,
  rate: string,
  { tax_keys }: Pick<ExportingCompany, 'tax_keys'>,
): string | null | undefined {
  const found = [...tax_keys, ...usualTaxKeys].find(
    (key) => key.tax_category === category && compareAmounts(key.tax_percentage, rate) === 0,
  );
  if (found !== undefined) return found.posting_key;
  return withoutKey.has(category) || isZero(rate) ? null : undefined;
}
