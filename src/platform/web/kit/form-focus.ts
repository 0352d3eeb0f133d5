import type { FieldProblem } from '../../../base/refusal.ts';
import { type ReadAs, showUnread } from './unread-fields.ts';

/**
 * Focuses the first field of the form that is wrong, and says whether there was one. Call it after the errors were
 * rendered. Fields whose text cannot be read as number or day count as wrong by themselves, and say so from now on.
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

/** Whether a field holds a text that cannot be read; such a form must not be sent. */
export function hasUnreadableField(form: HTMLElement): boolean {
  return form.querySelector('[data-unreadable]') !== null;
}

/** Whether every text of the form can be read; tells of those that cannot, and focuses the first of them. */
export function isAllReadable(form: HTMLElement | null): boolean {
  return !(form && hasUnreadableField(form) && focusFirstError(form));
}

/** What is wrong with the fields whose text cannot be read, by the names of the fields. */
export function unreadProblems(form: HTMLElement): readonly FieldProblem[] {
  return [...form.querySelectorAll<HTMLInputElement>('input[data-unreadable]')].map((input) => ({
    field: input.name,
    code: 'invalid_type',
    values: { rule: `unread_${input.dataset.unreadable as ReadAs}` },
  }));
}

/** Focuses the first field that can be filled, so that whoever opens something new just types. */
export function focusFirstField(part: ParentNode): void {
  part.querySelector<HTMLElement>('input:not([disabled], [type="hidden"], [type="file"]), textarea')?.focus();
}
