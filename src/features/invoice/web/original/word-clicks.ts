import { type MouseEvent, useRef } from 'react';
import { pageAttribute } from '../../../../document/web/original/PageFrame.tsx';
import { fieldToFill, typeInto } from '../../../../document/web/original/use-focused-field.ts';
import { useLanguage } from '../../../../platform/web/i18n.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { ClickedText } from './clicked-code.ts';
import { textFor, textOfRead } from './clicked-value.ts';
import { type PlacedValue, valueAt } from './read-values.ts';

/** A mouse movement beyond this distance selects text. */
const clickPixels = 4;

interface Caret {
  readonly node: Node;
  readonly offset: number;
}

/**
 * A click on the original fills the focused field with the clicked value and keeps its focus. Dragging selects text
 * as usual.
 */
export function useWordClicks(values: readonly PlacedValue[]) {
  const format = useFormat();
  const language = useLanguage();
  const begun = useRef<{ readonly x: number; readonly y: number; readonly caret: Caret | null } | null>(null);

  const fill = (event: MouseEvent): void => {
    const field = fieldToFill();
    if (field === null) return;
    const reader = { language, today: format.today() };
    const clicked = textAt(event);
    const value = valueUnder(event, values);
    const text =
      (clicked && textFor(field.column, clicked, reader)) ??
      (value && textOfRead(field.column, value.value, reader));
    if (text !== null) typeInto(field.input, text);
  };

  return {
    onMouseDown: (event: MouseEvent): void => {
      if (event.button !== 0 || fieldToFill() === null) return;
      event.preventDefault();
      begun.current = { x: event.clientX, y: event.clientY, caret: caretAt(event) };
    },
    onMouseMove: (event: MouseEvent): void => {
      const { current: from } = begun;
      if (from === null || event.buttons !== 1 || !isDragged(from, event)) return;
      const to = caretAt(event);
      if (from.caret !== null && to !== null) {
        getSelection()?.setBaseAndExtent(from.caret.node, from.caret.offset, to.node, to.offset);
      }
    },
    onMouseUp: (event: MouseEvent): void => {
      const { current: from } = begun;
      begun.current = null;
      if (from === null) return;
      if (isDragged(from, event)) copyChosenText();
      else fill(event);
    },
  };
}

/**
 * Makes copying in the focused field use the selection on the original, until the next action in the field: Firefox
 * otherwise copies the selection of the field.
 */
function copyChosenText(): void {
  const field = fieldToFill()?.input;
  const over = new AbortController();
  const { signal } = over;
  field?.addEventListener(
    'copy',
    (event) => {
      const text = getSelection()?.toString() ?? '';
      if (text === '') return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    },
    { signal },
  );
  for (const act of ['input', 'select', 'blur', 'mousedown'])
    field?.addEventListener(act, () => over.abort(), { signal });
}

function isDragged(from: { readonly x: number; readonly y: number }, to: MouseEvent): boolean {
  return Math.hypot(to.clientX - from.x, to.clientY - from.y) > clickPixels;
}

/** The text position under the mouse, if it is on a page. */
function caretAt({ clientX, clientY }: MouseEvent): Caret | null {
  const caret = caretFromPoint(clientX, clientY);
  return caret?.node.parentElement?.closest(`[${pageAttribute}]`) ? caret : null;
}

function caretFromPoint(x: number, y: number): Caret | null {
  const older: Partial<Document> = document;
  if (older.caretPositionFromPoint === undefined) {
    const range = document.caretRangeFromPoint(x, y);
    return range && { node: range.startContainer, offset: range.startOffset };
  }
  const found = document.caretPositionFromPoint(x, y);
  return found && { node: found.offsetNode, offset: found.offset };
}

function textAt(event: MouseEvent): ClickedText | null {
  const caret = caretAt(event);
  // Ignore the nearest text if it is not the clicked one.
  if (caret?.node.nodeType !== Node.TEXT_NODE || caret.node.parentElement !== event.target) return null;
  return { run: caret.node.textContent ?? '', offset: caret.offset };
}

/** The read value under the mouse, for scans without a text layer. */
function valueUnder(event: MouseEvent, values: readonly PlacedValue[]): PlacedValue | null {
  const page = event.target instanceof Element ? event.target.closest(`[${pageAttribute}]`) : null;
  if (page === null) return null;
  const { left, top, width, height } = page.getBoundingClientRect();
  return valueAt(values, {
    page: Number(page.getAttribute(pageAttribute)),
    x: (event.clientX - left) / width,
    y: (event.clientY - top) / height,
  });
}
