import { type RefObject, useEffect, useState } from 'react';

/** The name prefix of head fields. */
const prefix = 'head.';

/** Marks the original, which does not take the focused field's turn. */
export const originalMark = 'data-original';

/** The column of the focused head field in a form; null without focus. */
export function useFocusedField(form: RefObject<HTMLElement | null>): string | null {
  const [column, setColumn] = useState<string | null>(null);
  useEffect(() => {
    const look = (): void => {
      const { activeElement: active } = document;
      if (active?.closest(`[${originalMark}]`)) return;
      setColumn(form.current?.contains(active) ? columnOf(active) : null);
    };
    // While the focus moves, no element has it.
    const lookSoon = (): void => queueMicrotask(look);
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', lookSoon);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', lookSoon);
    };
  }, [form]);
  return column;
}

function columnOf(element: Element | null): string | null {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField && element.name.startsWith(prefix) ? element.name.slice(prefix.length) : null;
}

/** The focused field, if it can be filled, with its column. */
export function fieldToFill(): { readonly input: HTMLInputElement; readonly column: string } | null {
  const { activeElement: input } = document;
  if (!(input instanceof HTMLInputElement) || input.disabled || input.readOnly) return null;
  const column = columnOf(input);
  return column === null ? null : { input, column };
}

/** Replaces the text of a field like typing does. */
export function typeInto(input: HTMLInputElement, text: string): void {
  input.setRangeText(text, 0, input.value.length, 'end');
  input.dispatchEvent(
    new InputEvent('input', { bubbles: true, data: text, inputType: 'insertReplacementText' }),
  );
}
