import { isRefusal, type Refusal } from '../../src/base/refusal.ts';
import type { CompanySettings } from '../../src/document/facts.ts';
import type { ProcurementFacts, ProcurementSituation } from '../../src/features/procurement/facts.ts';
import type { Procurement, ProcurementHead, ProcurementLine } from '../../src/features/procurement/model.ts';
import type { ProcurementOutcome } from '../../src/features/procurement/outcome.ts';

import {
  decide,
  type ProcurementAction,
  type ProcurementInputs,
} from '../../src/features/procurement/steps.ts';
import { acted, company, draft, facts, headTotals, line } from './procurement-situation.ts';

/** Requests at the starting stages of tests, and the results of their actions. */

export const unselected = line({ supplier_id: null, price_netto: null, price_brutto: null });

export function submitted(
  lines: readonly ProcurementLine[] = [line()],
  given: ProcurementFacts = facts(),
): Procurement {
  return acted(draft(lines), 'U', 'submit', {}, given);
}

/** Fully approved: C has to place the order. */
export function approved(given: ProcurementFacts = facts()): Procurement {
  return acted(acted(submitted([line()], given), 'A', 'approve', {}, given), 'B', 'approve', {}, given);
}

/** Ordered: D waits for the goods. */
export function ordered(): Procurement {
  const confirmed = acted(approved(), 'C', 'confirm_order', { supplier_id: 7 });
  return acted(confirmed, 'C', 'complete_order', {});
}

export function withCompany(
  details: Partial<CompanySettings>,
  rest: Partial<ProcurementFacts> = {},
): ProcurementFacts {
  return facts({ company: { ...company, ...details }, ...rest });
}

export function withHead(document: Procurement, details: Partial<ProcurementHead>): Procurement {
  return { ...document, head: { ...document.head, ...details } };
}

export function withLine(document: Procurement, details: Partial<ProcurementLine>): Procurement {
  const lines = document.lines.map((one) => ({ ...one, ...details }));
  return { ...document, head: { ...document.head, ...headTotals(lines) }, lines };
}

export function refusal<Key extends ProcurementAction>(
  action: Key,
  at: ProcurementSituation,
  input: ProcurementInputs[Key],
): Refusal {
  const result = decide(action, at, input);
  if (!isRefusal(result)) throw new Error(`${action} was not refused`);
  return result;
}

export function granted<Key extends ProcurementAction>(
  action: Key,
  at: ProcurementSituation,
  input: ProcurementInputs[Key],
): ProcurementOutcome {
  const result = decide(action, at, input);
  if (isRefusal(result)) throw new Error(`${action}: ${JSON.stringify(result)}`);
  return result;
}

/** Proceeds by confirming each question. */
export function confirmed<Key extends ProcurementAction>(
  action: Key,
  at: ProcurementSituation,
  input: ProcurementInputs[Key],
): { readonly asked: string[]; readonly outcome: ProcurementOutcome } {
  const asked: string[] = [];
  const hashes: string[] = [];
  for (;;) {
    const result = decide(action, at, { ...input, confirmations: hashes });
    if (!isRefusal(result)) return { asked, outcome: result };
    if (!result.confirm || hashes.includes(result.confirm.hash)) throw new Error(JSON.stringify(result));
    asked.push(result.code);
    hashes.push(result.confirm.hash);
  }
}

export function notes(outcome: ProcurementOutcome): (string | undefined)[] {
  return outcome.timeline.entries
    .filter((entry) => entry.status === 'system')
    .map((entry) => entry.note?.code);
}
