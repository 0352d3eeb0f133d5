import { askedTogether, type Confirmations } from '../../../base/confirmation.ts';
import { isRefusal, type Refusal } from '../../../base/refusal.ts';
import type { CountedAmount } from '../../../document/budget/budget-scope.ts';
import type { DocumentSituation } from '../../../document/facts.ts';
import { isSameField } from '../../../document/field-values.ts';
import { budgetDoubts, confirmedRemarks, type SystemRemark } from '../../../document/outcome.ts';
import { withRequiredApprovers } from '../../../document/server/load-facts.ts';
import { loadExceededBySpread } from '../../../document/server/spread-budget-store.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { currentEntry } from '../../../timeline/timeline.ts';
import { countedOf } from '../counted.ts';
import { contractFields } from '../fields.ts';
import { isInForce } from '../in-force.ts';
import { contractKind } from '../kind.ts';
import type { Contract, ContractFacts, ContractFields, ContractHead, Counting } from '../model.ts';

type StoredHead = ContractHead & { readonly id: number };

/** An amendment counts like its contract, whose documents and first invoice are known. */
const selectCounting = `select d.today, c.currency, c.federal_state, (k.created_at at time zone app.time_zone())::date as created_on,
    f.first_invoiced_on
  from contract k
  join client c on c.id = $2 and c.contracts_in_budgets
  cross join lateral (select (now() at time zone app.time_zone())::date as today) d
  cross join lateral app.charged_of_contracts(array[k.id], d.today) f
  where k.id = $1`;

/** The facts beside a contract that decide what it counts in budgets; null where its company counts none. Runs as writer. */
export async function loadCounting(
  tx: Tx,
  { id, amends_id, client_id }: StoredHead,
): Promise<Counting | null> {
  return (await tx.maybeOne<Counting>(selectCounting, [amends_id ?? id, client_id])) ?? null;
}

/**
 * What a contract will count in budgets once it is in force, an amendment instead of its contract (DASH-09).
 *
 * @param isLocking whether the timeline of the contract is locked before cost centers, for the signature of an
 *   amendment, which writes into it
 */
export async function plannedMonths(
  tx: Tx,
  { head, lines, timeline }: Pick<Contract, 'lines' | 'timeline'> & { readonly head: StoredHead },
  isLocking: boolean,
): Promise<readonly CountedAmount[]> {
  if (isLocking && head.amends_id !== null && currentEntry(timeline)?.type === contractKind.entries.signing)
    tx.send(
      'select from timeline where id = (select timeline_id from contract where id = $1) for no key update',
      [head.amends_id],
    );
  const counting = await loadCounting(tx, head);
  return counting === null ? [] : countedOf({ head, lines }, counting);
}

/**
 * What a save asks, or refuses, where a contract in force will take more from a budget than it counts already (BUD-06,
 * APPR-16, DASH-09). Nobody approves it afterwards, so that required approvers do not decide about it either. Locks the
 * cost centers. Runs as writer.
 *
 * @see docs/decisions/0704-a-save-of-a-contract-in-force-asks-about-budgets.md
 */
export async function growthRemarks(
  tx: Tx,
  situation: DocumentSituation<Contract & { readonly head: StoredHead }, ContractFacts>,
  { head, lines }: { readonly head: ContractFields; readonly lines: Contract['lines'] },
  confirmations: Confirmations | null | undefined,
): Promise<readonly SystemRemark[] | Refusal> {
  const { document, facts } = situation;
  const { head: former } = document;
  const { counting } = facts;
  const field = growing.find((name) => !isSameField(contractFields, name, former[name], head[name]));
  // A paused contract counts nothing, and is asked about when it is resumed.
  if (field === undefined || !counting || former.status === 'inactive' || !isInForce(document)) return [];
  const exceeded = await loadExceededBySpread(tx, {
    ...{ countedId: former.id, approvingClientId: former.client_id, isLocking: true },
    spread: async () => countedOf({ head: { ...former, ...head }, lines }, counting),
  });
  const exceededBudgets = await withRequiredApprovers(tx, exceeded);
  const asking = { ...situation, facts: { ...facts, exceededBudgets } };
  const remarks = askedTogether(
    (confirmed) => confirmedRemarks(asking, 'save', budgetDoubts(asking, true), confirmed),
    confirmations,
  );
  return isRefusal(remarks) ? { ...remarks, field: `head.${field}` } : remarks;
}

/** The fields of a signed contract that a save changes, and that decide what it counts where. */
const growing = ['cost_center_id', 'ledger_account_id', 'exchange_rate', 'payment_timing'] as const;
