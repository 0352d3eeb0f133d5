import type { Day } from '../../base/day.ts';
import { type Amount, compareAmounts, minus } from '../../base/money.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { approvalValueOn, type DocumentFacts, type FlowingDocument } from '../facts.ts';
import type { SystemRemark } from '../outcome.ts';
import {
  type Covered,
  type CoveredContent,
  type Difference,
  inCompanyCurrency,
  type KeptCover,
  outgrown,
} from './covered.ts';

/** As much of a situation as decides whether an approval still stands. */
export interface Approved {
  readonly document: Pick<FlowingDocument, 'kind' | 'head' | 'approvals' | 'attachments'>;
  readonly facts: Pick<DocumentFacts, 'company'>;
}

/**
 * What an approval of the document would cover as it is now (APPR-18).
 *
 * @param day by which a commitment is counted; null counts the total alone (CON-39)
 */
export function coverOf({ document, facts }: Approved, content: CoveredContent, day: Day | null): Covered {
  const { currency, exchange_rate: rate, total_netto, total_brutto } = document.head;
  const { company } = facts;
  const basis = company?.amount_basis ?? 'net';
  const isForeign = company !== null && currency !== company.currency;
  const { amount_due: due } = content;
  return {
    ...content,
    attachments: document.attachments,
    value: signed(approvalValueOn({ document, facts }, day), basis === 'gross' ? total_brutto : total_netto),
    value_on: document.kind.commitment === undefined ? null : day,
    basis,
    currency,
    rate: isForeign ? rate : null,
    company_currency: company?.currency ?? null,
    amount_due: due === null ? null : inCompanyCurrency(due, isForeign ? rate : '1'),
  };
}

/** Limits compare what a credit note takes off like what an invoice asks for; what is approved is one or the other. */
function signed(value: Amount | Refusal, total: Amount): Amount | null {
  if (isRefusal(value)) return null;
  return compareAmounts(total, '0') < 0 ? minus('0', value) : value;
}

/**
 * In what a document differs from a record, beyond the tolerance of its company or within (APPR-18, PROC-42). A commitment is
 * counted by the day of the record, so that it is what the document says that differs, and not the day.
 */
export function differencesFrom(
  record: KeptCover | null,
  situation: Approved,
  content: CoveredContent,
): readonly Difference[] {
  if (record === null) return [];
  const percent = situation.facts.company?.price_tolerance_percent ?? '0';
  return outgrown(record, coverOf(situation, content, record.value_on ?? null), { percent });
}

/** In what a document goes so far beyond its approval that it is due again; null where nobody has approved it yet. */
export function outgrownBy(situation: Approved, content: CoveredContent): readonly Difference[] | null {
  const { approved } = situation.document.approvals;
  if (approved === null) return null;
  return differencesFrom(approved, situation, content).filter(({ bringsAgain }) => bringsAgain);
}

/**
 * What stands against any step outward: the document is not approved, or is no longer what was approved (APPR-18, INV-25).
 * Asked wherever it leaves, whatever state it is in and whoever acts.
 */
export function approvalProblem(situation: Approved, content: CoveredContent): Refusal | null {
  const grown = outgrownBy(situation, content);
  return grown !== null && grown.length === 0 ? null : refuse('approval_outgrown');
}

/** What stands against approving: the document is not what the approvers of this round were asked about. */
export function roundProblem(situation: Approved, content: CoveredContent): Refusal | null {
  const { asked } = situation.document.approvals;
  const grown = differencesFrom(asked, situation, content).some(({ bringsAgain }) => bringsAgain);
  return grown ? refuse('approval_outgrown') : null;
}

/** What the timeline says of a document that differs from its approval; nothing where it does not, or has said so already. */
export function outgrownRemarks(
  situation: Approved & { readonly document: Pick<FlowingDocument, 'timeline'> },
  content: CoveredContent,
): readonly SystemRemark[] {
  const { approvals, timeline } = situation.document;
  const { approved } = approvals;
  const differences = differencesFrom(approved, situation, content);
  if (differences.length === 0) return [];
  const parts = [...new Set(differences.map(({ part }) => part))].join(' ');
  const now = coverOf(situation, content, approved?.value_on ?? null).value;
  const before = approved?.value ?? null;
  const { currency = null } = situation.facts.company ?? {};
  const amounts: Readonly<Record<string, Amount>> = before === null || now === null ? {} : { before, now };
  const note = { code: 'approval_outgrown', values: { parts, currency }, amounts };
  const told = timeline.entries.findLast((entry) => entry.note?.code === note.code)?.note;
  return JSON.stringify(told) === JSON.stringify(note) ? [] : [systemRemark(note)];
}
