import type { Day } from '../../base/day.ts';
import { type Amount, compareAmounts, minus } from '../../base/money.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { inCompanyCurrency } from '../currency.ts';
import { approvalValueOn, type DocumentFacts, type FlowingDocument } from '../facts.ts';
import type { SystemRemark } from '../outcome.ts';
import { type Covered, type CoveredContent, type Difference, type KeptCover, outgrown } from './covered.ts';

/** The part of a situation that determines whether an approval is still valid. */
export interface Approved {
  readonly document: Pick<FlowingDocument, 'kind' | 'head' | 'approvals' | 'attachments'> & {
    readonly lines?: readonly object[];
  };
  readonly facts: Pick<DocumentFacts, 'company'>;
}

/**
 * The content that an approval of the document would cover now (APPR-18).
 *
 * @param day on which a commitment is counted; null counts the total alone (CON-39)
 */
export function coverOf({ document, facts }: Approved, content: CoveredContent, day: Day | null): Covered {
  const { currency, exchange_rate: rate, total_netto, total_brutto } = document.head;
  const { company } = facts;
  const basis = company?.amount_basis ?? 'net';
  const isForeign = company !== null && currency !== company.currency;
  const { amount_due: due } = content;
  const total = basis === 'gross' ? total_brutto : total_netto;
  const unconverted = { ...document, head: { ...document.head, currency: company?.currency ?? currency } };
  return {
    ...content,
    attachments: document.attachments,
    value: signed(approvalValueOn({ document, facts }, day), total),
    value_on: document.kind.commitment === undefined ? null : day,
    basis,
    currency,
    rate: isForeign ? rate : null,
    document_value: signed(approvalValueOn({ document: unconverted, facts }, day), total),
    document_due: due,
    company_currency: company?.currency ?? null,
    amount_due: due === null ? null : inCompanyCurrency(due, isForeign ? rate : '1'),
  };
}

/** Limits compare absolute values, but a record keeps the sign: an approved credit note is no approved invoice. */
function signed(value: Amount | Refusal, total: Amount): Amount | null {
  if (isRefusal(value)) return null;
  return compareAmounts(total, '0') < 0 ? minus('0', value) : value;
}

/**
 * The differences between a document and a record, within and beyond the company's tolerance (APPR-18, PROC-42).
 * Commitments are counted on the day of the record, so that only changed content differs.
 */
export function differencesFrom(
  record: KeptCover | null,
  situation: Approved,
  content: CoveredContent,
): readonly Difference[] {
  if (record === null) return [];
  const { company } = situation.facts;
  const tolerance = {
    percent: company?.price_tolerance_percent ?? '0',
    maxAmount: company?.price_tolerance_amount ?? null,
  };
  return outgrown(record, coverOf(situation, content, record.value_on ?? null), tolerance);
}

/** The differences that require a new approval; null before the first approval. */
function outgrownBy(situation: Approved, content: CoveredContent): readonly Difference[] | null {
  const { approved } = situation.document.approvals;
  if (approved === null) return null;
  return differencesFrom(approved, situation, content).filter(({ bringsAgain }) => bringsAgain);
}

/**
 * Refuses every outward step of a document that is not approved, or differs from its approval (APPR-18, INV-25).
 * Called before each outward step, regardless of status and actor.
 */
export function approvalProblem(situation: Approved, content: CoveredContent): Refusal | null {
  const grown = outgrownBy(situation, content);
  return grown !== null && grown.length === 0 ? null : refuse('approval_outgrown');
}

/** Refuses an approval if the document differs from what this round is asked about. */
export function roundProblem(situation: Approved, content: CoveredContent): Refusal | null {
  const { asked } = situation.document.approvals;
  const grown = differencesFrom(asked, situation, content).some(({ bringsAgain }) => bringsAgain);
  return grown ? refuse('approval_outgrown') : null;
}

/**
 * The remark on differences from the approval; none without differences, or if the timeline already has the same
 * remark.
 */
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
  const noted = timeline.entries.findLast((entry) => entry.note?.code === note.code)?.note;
  return JSON.stringify(noted) === JSON.stringify(note) ? [] : [systemRemark(note)];
}
