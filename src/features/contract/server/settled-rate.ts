import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { ContractFields, ContractHead } from '../model.ts';

type Rate = Pick<ContractFields, 'currency' | 'exchange_rate' | 'rate_date'>;

interface Company {
  readonly currency: string;
}

/** What a save knows of the currency of a contract. */
interface Settling {
  readonly former: ContractHead & { readonly id: number };
  /** As it shall be, with what was given. */
  readonly head: ContractFields;
  readonly given: Partial<Rate>;
  /** Its company until now, and from now on. */
  readonly companies: { readonly former: Company | null; readonly next: Company | null };
}

/** The rate by which the contract would be counted in the currency of a company, as the database would fill it (PRICE-07). */
const selectReference = `select trim_scale(r.rate) as exchange_rate, r.day as rate_date
  from contract k cross join app.rate_day_of(k) d cross join app.reference_rate($2, $3, d.day) r where k.id = $1`;

/**
 * Currency and rate of a contract as a save leaves them (PRICE-04, PRICE-07): a contract that says no other currency is in that of its
 * company, a rate stays with its currency and company, and where there is none it is the reference rate, so that approvers are chosen
 * by what it makes. Runs as writer.
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
