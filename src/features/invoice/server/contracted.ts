import type { Day } from '../../../base/day.ts';
import { type Amount, round, sum, times } from '../../../base/money.ts';
import { type AgreedLine, agreedValue, excessOver, intervalAround } from '../../../document/agreed.ts';
import { inCurrencyOf, knownRate, type Rated } from '../../../document/currency.ts';
import type { Doubt } from '../../../document/outcome.ts';
import { loadContractAbove } from '../../../document/server/contract-above.ts';
import { contractDoubtsOf } from '../../../document/under-contract.ts';
import type { UsageType } from '../../../document/usage.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Invoice } from '../model.ts';

interface ContractRow extends Rated {
  /** Of its company; null without one. */
  readonly company_currency: string | null;
  readonly start_date: Day | null;
  readonly usage_type: UsageType | null;
  readonly lines: readonly AgreedLine[];
  /** The invoice date, else the day of receipt. */
  readonly day: Day;
}

const lockContract = 'select from contract where id = $1 for no key update';

const dayOfInvoice = `coalesce(i.invoice_date, (i.created_at at time zone app.time_zone())::date)`;

const selectContract = `select k.start_date, k.usage_type, k.currency, k.exchange_rate,
    (select c.currency from client c where c.tenant_id = k.tenant_id and c.id = k.client_id) as company_currency, (select ${dayOfInvoice} from invoice i where i.id = $2) as day,
    (select coalesce(json_agg(json_build_object('total', l.total::text, 'usage_type', l.usage_type)), '[]')
     from contract_line l where l.contract_id = k.id) as lines
  from contract k where k.id = $1`;

const selectSpent = `select coalesce(sum(round(
    app.in_currency(i.total_netto, i.currency, app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate), k.currency,
      app.known_rate(k.tenant_id, k.client_id, k.currency, k.exchange_rate)) * app.counted_share(i), 2)), 0) as spent
  from document d join invoice i on i.tenant_id = d.tenant_id and i.id = d.invoice_id
  join contract k on k.tenant_id = d.tenant_id and k.id = d.under_contract_id
  where d.under_contract_id = $1 and i.id <> $2 and app.counts_in_budgets('invoice', i.status)
    and ${dayOfInvoice} between $3 and $4`;

/**
 * The amount by which the invoices of a contract exceed the value agreed for the interval of this invoice, compared
 * in the contract's currency and returned in the company's (PRICE-07); null if they do not, nothing is agreed or a rate is unknown. A
 * writer locks the contract after the orders, so that the later of several concurrent invoices sees them all
 * (INV-14).
 */
export async function loadContractExcess(
  tx: Tx,
  { id, head }: Pick<Invoice, 'head'> & { readonly id: number },
  isLocking: boolean,
): Promise<Amount | null> {
  const { contract_id: contractId, total_netto: net } = head;
  if (contractId === null) return null;
  if (isLocking) tx.send(lockContract, [contractId]);
  const contract = await tx.one<ContractRow>(selectContract, [contractId, id]);
  const agreed = agreedValue(contract.lines, contract.usage_type);
  const interval = agreed && intervalAround(contract.day, contract.start_date, agreed.interval);
  if (agreed === null || interval === null) return null;
  const { spent } = await tx.one<{ spent: Amount }>(selectSpent, [
    contractId,
    id,
    interval.from,
    interval.to,
  ]);
  const { company_currency: company } = contract;
  const [own, rate] = [inCurrencyOf(net, head, contract, company), knownRate(contract, company)];
  if (own === null || rate === null) return null;
  const excess = excessOver(agreed, sum([spent, own]));
  return excess && round(times(excess, rate), 2);
}

/** The doubts of an invoice under its contract, by its invoice date, else the day of receipt (CON-40). */
export async function loadContractMismatches(
  tx: Tx,
  { id, head }: Pick<Invoice, 'head'> & { readonly id: number },
): Promise<readonly Doubt[]> {
  const above = await loadContractAbove(tx, head.contract_id);
  if (above === null) return [];
  const { day } = await tx.one<{ day: Day }>(`select ${dayOfInvoice} as day from invoice i where i.id = $1`, [
    id,
  ]);
  const supplierIds = head.supplier_id === null ? [] : [head.supplier_id];
  return contractDoubtsOf(above, { day, supplierIds, clientId: head.client_id });
}
