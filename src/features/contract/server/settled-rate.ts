import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { ContractFields, ContractHead } from '../model.ts';

type Rate = Pick<ContractFields, 'currency' | 'exchange_rate' | 'rate_date'>;

interface Company {
  readonly currency: string;
}

/** The input of a save that determines currency and rate. */
interface Settling {
  readonly former: ContractHead & { readonly id: number };
  /** The new head, including the given values. */
  readonly head: ContractFields;
  readonly given: Partial<Rate>;
  /** The company before and after the save. */
  readonly companies: { readonly former: Company | null; readonly next: Company | null };
}

/** The reference rate of the contract in the currency of a company, chosen as the database does (PRICE-07). */
const selectReference = `select trim_scale(r.rate) as exchange_rate, r.day as rate_date
  from contract k cross join app.rate_day_of(k) d cross join app.reference_rate($2, $3, d.day) r where k.id = $1`;

/**
 * Currency and rate of a contract after a save (PRICE-04, PRICE-07). The currency follows the company unless another
 * one was chosen. A rate is kept while currency and company stay the same; a missing one is set to the reference
 * rate, so that approvers are chosen by the converted value. Runs as writer.
 */
export async function settledRate(tx: Tx, { former, head, given, companies }: Settling): Promise<Rate> {
  const own = companies.next?.currency ?? null;
  const isOtherCompany = head.client_id !== former.client_id;
  const wasOwn = companies.former === null || former.currency === companies.former.currency;
  const follows = isOtherCompany && wasOwn && (given.currency ?? null) === null;
  const currency = follows ? (own ?? head.currency) : head.currency;
  if (currency === own) return { currency, exchange_rate: null, rate_date: null };
  const isOther = isOtherCompany || currency !== former.currency;
  const typed = isOther ? given : head;
  const { exchange_rate = null, rate_date = null } = typed;
  if (exchange_rate !== null || own === null) return { currency, exchange_rate, rate_date };
  const found = await tx.maybeOne<{ exchange_rate: Amount; rate_date: Day }>(selectReference, [
    former.id,
    own,
    currency,
  ]);
  return { currency, exchange_rate: null, rate_date: null, ...found };
}
