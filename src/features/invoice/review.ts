import type { FieldProblem } from '../../base/refusal.ts';
import type { InvoiceSettings } from './check-facts.ts';
import type { InvoiceFields } from './model.ts';

type Reviewed = Pick<InvoiceFields, 'review_status' | 'notes'>;

/** Whether the check came to something else than an approval, where the law of insolvency asks for a result (INV-07). */
export function isRejected({ review_status }: Reviewed, { isReviewed }: InvoiceSettings): boolean {
  return isReviewed && review_status !== null && review_status !== 'approved';
}

/** A result has to be chosen, and one that is no approval needs a note beside it (INV-07). */
export function reviewProblems(head: Reviewed, settings: InvoiceSettings): readonly FieldProblem[] {
  if (!settings.isReviewed) return [];
  const field = 'review_status';
  if (head.review_status === null) return [{ field, code: 'specific_field_required', values: { field } }];
  const isExplained = (head.notes ?? '').trim() !== '';
  return isRejected(head, settings) && !isExplained ? [{ field: 'notes', code: 'review_note_required' }] : [];
}
