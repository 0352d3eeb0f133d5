import type { FieldProblem } from '../../../base/refusal.ts';
import { type ReadAs, showUnread } from './unread-fields.ts';

/**
 * Focuses the first invalid field of the form, and returns whether there was one. Call it after the errors are
 * rendered. Fields with unreadable text count as invalid and show their error from now on.
 */
export function focusFirstError(form: HTMLElement): boolean {
  showUnread(form);
  const wrong = form.querySelector<HTMLElement>(
    ':is([aria-invalid="true"], [data-unreadable]):not([disabled])',
  );
  wrong?.focus();
  wrong?.scrollIntoView({ block: 'nearest' });
  return wrong !== null;
}

/** Whether a field has unreadable text; such a form must not be sent. */
export function hasUnreadableField(form: HTMLElement): boolean {
  return form.querySelector('[data-unreadable]') !== null;
}

/** Whether every text of the form is readable; otherwise shows the errors and focuses the first. */
export function isAllReadable(form: HTMLElement | null): boolean {
  return !(form && hasUnreadableField(form) && focusFirstError(form));
}

/** The problems of fields with unreadable text, by field name. */
export function unreadProblems(form: HTMLElement): readonly FieldProblem[] {
  return [...form.querySelectorAll<HTMLInputElement>('input[data-unreadable]')].map((input) => ({
    field: input.name,
    code: 'invalid_type',
    values: { rule: `unread_${input.dataset.unreadable as ReadAs}` },
  }));
}

/** Focuses the first field that can be filled, ready for typing. */
export function focusFirstField(part: ParentNode): void {
  part.querySelector<HTMLElement>('input:not([disabled], [type="hidden"], [type="file"]), textarea')?.focus();
}
