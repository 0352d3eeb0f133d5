import { type Confirmations, unlessConfirmed } from '../base/confirmation.ts';
import type { Amount } from '../base/money.ts';
import { isRefusal, type Refusal, type RefusalCode, type RefusalValue, refuse } from '../base/refusal.ts';
import { hasRole } from '../platform/context.ts';
import { documentStatus } from '../timeline/document-status.ts';
import { systemRemark } from '../timeline/task-actions.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { confirmationSubject, type DocumentFacts, type DocumentSituation } from './facts.ts';
import type { Abbreviation } from './number.ts';

/** What an action makes of a document of any kind; the store writes all of it or nothing. Kinds add parts of their own. */
export interface Outcome<Head extends object = object> {
  readonly timeline: Timeline;
  readonly status: string;
  /** Columns of the head to write, besides the status. */
  readonly head: Partial<Head>;
  /** The number to take under lock, after everything else (NUM-04). */
  readonly takesNumber: Abbreviation | null;
  /** Nobody had to approve it as it is now, which is kept as if somebody had (APPR-18); `order`: one stands for it (INV-29). */
  readonly isApprovalUnneeded?: true | 'order';
  /** Persons whom the comment that is added asks something (TASK-23). */
  readonly asked: readonly number[];
  /** Open questions that are answered by it. */
  readonly answered: readonly number[];
}

const nothingElse = { head: {}, takesNumber: null, asked: [], answered: [] } as const;

/** The outcome with the status that follows from the timeline (TL-18); a refused timeline stays a refusal. */
export function outcome<Rest extends object = object>(
  { document }: DocumentSituation,
  timeline: Timeline | Refusal,
  rest: Rest = {} as Rest,
): (Outcome & Rest) | Refusal {
  if (isRefusal(timeline)) return timeline;
  return { timeline, status: documentStatus(document.kind.name, timeline), ...nothingElse, ...rest };
}

/** A remark of the product itself, ready for the timeline. */
export type SystemRemark = ReturnType<typeof systemRemark>;

/** Something that a person must have confirmed before an action goes on. */
export interface Doubt {
  readonly code: RefusalCode;
  readonly values?: Readonly<Record<string, RefusalValue>>;
  /** In the company's currency; shown only to persons who may see prices (ROLE-07). */
  readonly amounts?: Readonly<Record<string, Amount>>;
  /** The company allows no "proceed anyway" (APPR-16). */
  readonly isBlocking?: boolean;
  /** Others are to decide about it, so that it is only written down. */
  readonly isOnlyNoted?: boolean;
}

/**
 * Asks about the doubts one after the other. Once all are confirmed it answers the system remarks
 * that write down what was gone beyond (APPR-11, BUD-06).
 */
export function confirmedRemarks(
  situation: DocumentSituation,
  action: string,
  doubts: readonly Doubt[],
  confirmations: Confirmations | null | undefined,
): readonly SystemRemark[] | Refusal {
  const named = doubts.map((doubt) => ({ ...doubt, values: withCurrency(situation.facts, doubt) }));
  for (const { code, values, amounts = {}, isBlocking, isOnlyNoted } of named) {
    if (isOnlyNoted) continue;
    const shown = { ...values, ...shownAmounts(situation, amounts) };
    const refusal = isBlocking
      ? refuse(code, { values: shown })
      : unlessConfirmed(code, shown, confirmationSubject(situation, action), confirmations);
    if (refusal !== null) return refusal;
  }
  return named.map(({ code, values, amounts }) =>
    systemRemark({ code, values, ...(amounts && { amounts }) }),
  );
}

/** The doubts that nobody has confirmed yet, as far as the timeline tells: what came up since is asked of whoever goes on. */
export function untold({ document, facts }: DocumentSituation, doubts: readonly Doubt[]): readonly Doubt[] {
  const told = document.timeline.entries.flatMap(({ note }) => (note === null ? [] : [wordsOf(note)]));
  return doubts.filter((doubt) => !told.includes(wordsOf({ ...doubt, values: withCurrency(facts, doubt) })));
}

/** What a doubt says, in whatever order it is kept. */
function wordsOf({
  code,
  values = {},
  amounts = {},
}: Omit<Doubt, 'code'> & { readonly code: string }): string {
  return JSON.stringify([code, Object.entries(values).toSorted(), Object.entries(amounts).toSorted()]);
}

/** Whoever reads an amount reads its currency beside it (API-41). */
function withCurrency(
  { company }: DocumentFacts,
  { values, amounts }: Doubt,
): Readonly<Record<string, RefusalValue>> {
  const hasAmounts = amounts !== undefined && company !== null;
  return { ...values, ...(hasAmounts ? { currency: company.currency } : {}) };
}

/**
 * Budgets that the document makes negative: a question, a refusal or a matter of additional approval (BUD-06, APPR-16).
 * Where the cost center has nobody for that approval, or the way leads past it, it is a question all the same.
 */
export function budgetDoubts({ facts }: DocumentSituation, leadsPastApproval = false): readonly Doubt[] {
  const setting = facts.company?.when_budget_exceeded ?? 'confirm';
  return facts.exceededBudgets.map((budget) => ({
    code: 'budget_exceeded',
    values: { budget: budget.name, cost_center: budget.cost_center },
    amounts: { amount: budget.exceeded_by },
    isBlocking: setting === 'block',
    isOnlyNoted: setting === 'additional_approval' && budget.approvers.length > 0 && !leadsPastApproval,
  }));
}

function shownAmounts(
  { actor }: DocumentSituation,
  amounts: Readonly<Record<string, Amount>>,
): Readonly<Record<string, RefusalValue>> {
  if (hasRole(actor, 'user-price')) return amounts;
  return Object.fromEntries(Object.keys(amounts).map((key) => [key, null]));
}
