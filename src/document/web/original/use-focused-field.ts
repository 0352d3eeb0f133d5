import { type RefObject, useEffect, useState } from 'react';

/** The names of the fields of a head begin with this. */
const prefix = 'head.';

/** Marks the place of the original, in which a field does not lose its turn. */
export const originalMark = 'data-original';

/** The column of the head whose field has the focus within a form; null where none has. */
export function useFocusedField(form: RefObject<HTMLElement | null>): string | null {
  const [column, setColumn] = useState<string | null>(null);
  useEffect(() => {
    const look = (): void => {
      const { activeElement: active } = document;
      if (active?.closest(`[${originalMark}]`)) return;
      setColumn(form.current?.contains(active) ? columnOf(active) : null);
    };
    // While the focus moves, nothing has it.
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

/** The field that has the focus and can be filled, with its column. */
export function fieldToFill(): { readonly input: HTMLInputElement; readonly column: string } | null {
  const { activeElement: input } = document;
  if (!(input instanceof HTMLInputElement) || input.disabled || input.readOnly) return null;
  const column = columnOf(input);
  return column === null ? null : { input, column };
}

/** Types a text into a field in place of what stands there, as a person would. */
export function typeInto(input: HTMLInputElement, text: string): void {
  input.setRangeText(text, 0, input.value.length, 'end');
  input.dispatchEvent(
    new InputEvent('input', { bubbles: true, data: text, inputType: 'insertReplacementText' }),
  );
}
