import { type Confirmations, unlessConfirmed } from '../base/confirmation.ts';
import type { Amount } from '../base/money.ts';
import { isRefusal, type Refusal, type RefusalCode, type RefusalValue, refuse } from '../base/refusal.ts';
import { hasRole } from '../platform/context.ts';
import { documentStatus } from '../timeline/document-status.ts';
import { systemRemark } from '../timeline/task-actions.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { isMaker } from './approval/approvers.ts';
import { confirmationSubject, type DocumentFacts, type DocumentSituation } from './facts.ts';
import type { Abbreviation } from './number.ts';

/** The result of an action on a document of any kind; the store writes all of it or nothing. Kinds extend it. */
export interface Outcome<Head extends object = object> {
  readonly timeline: Timeline;
  readonly status: string;
  /** Head columns to write besides the status. */
  readonly head: Partial<Head>;
  /** The number to assign under lock, after everything else (NUM-04). */
  readonly takesNumber: Abbreviation | null;
  /**
   * The document needs no approval as it is now, recorded like an approval (APPR-18); `order`: an order replaces it
   * (INV-29).
   */
  readonly isApprovalUnneeded?: true | 'order';
  /** Persons whom the added comment asks (TASK-23). */
  readonly asked: readonly number[];
  /** Open questions that the action answers. */
  readonly answered: readonly number[];
}

const nothingElse = { head: {}, takesNumber: null, asked: [], answered: [] } as const;

/** The outcome with the status derived from the timeline (TL-18); passes a refused timeline on. */
export function outcome<Rest extends object = object>(
  { document }: DocumentSituation,
  timeline: Timeline | Refusal,
  rest: Rest = {} as Rest,
): (Outcome & Rest) | Refusal {
  if (isRefusal(timeline)) return timeline;
  return { timeline, status: documentStatus(document.kind.name, timeline), ...nothingElse, ...rest };
}

/** A remark by the product itself, ready for the timeline. */
export type SystemRemark = ReturnType<typeof systemRemark>;

/** Something that a person must confirm before an action proceeds. */
export interface Doubt {
  readonly code: RefusalCode;
  readonly values?: Readonly<Record<string, RefusalValue>>;
  /** In the company's currency; shown only to people who see prices (ROLE-07). */
  readonly amounts?: Readonly<Record<string, Amount>>;
  /** The company does not allow "proceed anyway" (APPR-16). */
  readonly isBlocking?: boolean;
  /** Others decide about it, so that it is only recorded. */
  readonly isOnlyNoted?: boolean;
}

/**
 * Asks for confirmation of one doubt after the other. Once all are confirmed, returns the system remarks that record
 * them (APPR-11, BUD-06).
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

/** The doubts not yet confirmed in the timeline; new ones need a confirmation at the next step. */
export function unconfirmedDoubts(
  { document, facts }: DocumentSituation,
  doubts: readonly Doubt[],
): readonly Doubt[] {
  const confirmed = document.timeline.entries.flatMap(({ note }) => (note === null ? [] : [wordsOf(note)]));
  return doubts.filter(
    (doubt) => !confirmed.includes(wordsOf({ ...doubt, values: withCurrency(facts, doubt) })),
  );
}

/** The doubts as an approval covers them: without amounts, which may change with other documents (APPR-18). */
export function coveredDoubts(doubts: readonly Doubt[]): readonly string[] {
  return doubts.map(({ code, values = {} }) => wordsOf({ code, values }));
}

/** The doubt whose words an approval's record or difference holds; null without words. */
export function doubtOf(words: string | null): Pick<Doubt, 'code' | 'values'> | null {
  if (words === null) return null;
  const [code, values] = JSON.parse(words) as [Doubt['code'], [string, RefusalValue][]];
  return { code, values: Object.fromEntries(values) };
}

/** A doubt as text, independent of key order. */
function wordsOf({
  code,
  values = {},
  amounts = {},
}: Omit<Doubt, 'code'> & { readonly code: string }): string {
  return JSON.stringify([code, Object.entries(values).toSorted(), Object.entries(amounts).toSorted()]);
}

/** Adds the currency to doubts with amounts (API-41). */
function withCurrency(
  { company }: DocumentFacts,
  { values, amounts }: Doubt,
): Readonly<Record<string, RefusalValue>> {
  const hasAmounts = amounts !== undefined && company !== null;
  return { ...values, ...(hasAmounts ? { currency: company.currency } : {}) };
}

/**
 * A doubt for each budget that the document makes negative: a question, a refusal or an additional approval (BUD-06,
 * APPR-16). It is a question where the cost center has no such approvers besides the makers of the document (APPR-09),
 * or the action skips the approval, and a refusal where it has some but none of them is here.
 */
export function budgetDoubts(
  { document: { head }, facts }: DocumentSituation,
  leadsPastApproval = false,
): readonly Doubt[] {
  const setting = facts.company?.when_budget_exceeded ?? 'confirm';
  const makers = { creatorId: head.creator_id, actorIds: facts.approval.actors };
  return facts.exceededBudgets.map((budget) => ({
    code: 'budget_exceeded',
    values: { budget: budget.name, cost_center: budget.cost_center },
    amounts: { amount: budget.exceeded_by },
    isBlocking: setting === 'block' || (setting === 'additional_approval' && budget.isDeserted === true),
    isOnlyNoted:
      setting === 'additional_approval' &&
      budget.approvers.some(({ lb_user_id: id }) => !isMaker(id, makers)) &&
      !leadsPastApproval,
  }));
}

function shownAmounts(
  { actor }: DocumentSituation,
  amounts: Readonly<Record<string, Amount>>,
): Readonly<Record<string, RefusalValue>> {
  if (hasRole(actor, 'user-price')) return amounts;
  return Object.fromEntries(Object.keys(amounts).map((key) => [key, null]));
}
