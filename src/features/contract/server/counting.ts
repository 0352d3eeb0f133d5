import { type Refusal, refuse } from '../../../base/refusal.ts';
import type { CountedAmount } from '../../../document/budget/budget-scope.ts';
import { loadExceededBySpread } from '../../../document/server/spread-budget-store.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { currentEntry } from '../../../timeline/timeline.ts';
import { countedOf } from '../counted.ts';
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
 * Refuses to move a contract in force to a cost center or account whose budget it exceeds, where its company blocks that
 * (APPR-16): a save has no step that asks. Locks the cost centers. Runs as writer.
 */
export async function moveProblem(
  tx: Tx,
  { head: former, timeline }: Pick<Contract, 'timeline'> & { readonly head: StoredHead },
  { head, lines }: { readonly head: ContractFields; readonly lines: Contract['lines'] },
  { company, counting }: Pick<ContractFacts, 'company' | 'counting'>,
): Promise<Refusal | null> {
  const isMoved = movable.some((name) => head[name] !== former[name]);
  if (!isMoved || !counting || company?.when_budget_exceeded !== 'block') return null;
  if (!isInForce({ head: former, timeline })) return null;
  const [first] = await loadExceededBySpread(tx, {
    ...{ countedId: former.id, approvingClientId: former.client_id, isLocking: true },
    spread: async () => countedOf({ head: { ...former, ...head }, lines }, counting),
  });
  if (first === undefined) return null;
  const { name: budget, cost_center } = first;
  return refuse('budget_exceeded', { field: 'head.cost_center_id', values: { budget, cost_center } });
}

const movable = ['cost_center_id', 'ledger_account_id'] as const;
