import type { FieldProblem } from '../../base/refusal.ts';
import type { InvoiceSettings } from './check-facts.ts';
import type { InvoiceFields } from './model.ts';

type Reviewed = Pick<InvoiceFields, 'review_status' | 'notes'>;

/** Whether a check under insolvency law has a result other than an approval (INV-07). */
export function isRejected({ review_status }: Reviewed, { isReviewed }: InvoiceSettings): boolean {
  return isReviewed && review_status !== null && review_status !== 'approved';
}

/** A result is required, and any result but an approval needs a note (INV-07). */
export function reviewProblems(head: Reviewed, settings: InvoiceSettings): readonly FieldProblem[] {
  if (!settings.isReviewed) return [];
  const field = 'review_status';
  if (head.review_status === null) return [{ field, code: 'specific_field_required', values: { field } }];
  const isExplained = (head.notes ?? '').trim() !== '';
  return isRejected(head, settings) && !isExplained ? [{ field: 'notes', code: 'review_note_required' }] : [];
}
