/**
 * Focuses the first field of the form that is wrong, and says whether there was one. Call it after the errors were
 * rendered. Fields whose text cannot be read as number or day count as wrong by themselves.
 */
export function focusFirstError(form: HTMLElement): boolean {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]:not([disabled])');
  wrong?.focus();
  wrong?.scrollIntoView({ block: 'nearest' });
  return wrong !== null;
}

/** Whether a field holds a text that cannot be read; such a form must not be sent. */
export function hasUnreadableField(form: HTMLElement): boolean {
  return form.querySelector('[data-unreadable]') !== null;
}

/** Focuses the first field that can be filled, so that whoever opens something new just types. */
export function focusFirstField(part: ParentNode): void {
  part.querySelector<HTMLElement>('input:not([disabled], [type="hidden"], [type="file"]), textarea')?.focus();
}
