import type { KeyboardEvent } from 'react';

export interface EditingCommands {
  readonly type: (text: string) => void;
  readonly discard: () => void;
  /** Commits the text and moves by lines and columns. */
  readonly commit: (lines: number, columns: number) => void;
  /** Moves through the options; null without options. */
  readonly mark: ((by: 1 | -1) => void) | null;
}

type Step = readonly [lines: number, columns: number];

const arrows: Readonly<Record<string, Step>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The keys of a spreadsheet while a cell is being edited; all others go to the text. */
export function runEditingKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  isFresh: boolean,
  commands: EditingCommands,
): void {
  const run = commandOf(event, isFresh, commands);
  if (run === undefined) return;
  event.preventDefault();
  // The next Escape closes the surrounding dialog.
  if (event.key === 'Escape') event.stopPropagation();
  run();
}

function commandOf(
  { key, altKey, shiftKey, currentTarget: field }: KeyboardEvent<HTMLTextAreaElement>,
  isFresh: boolean,
  { type, discard, commit, mark }: EditingCommands,
): (() => void) | undefined {
  const back = shiftKey ? -1 : 1;
  if (key === 'Enter') return altKey ? () => type(withLineBreak(field)) : () => commit(back, 0);
  if (key === 'Tab') return () => commit(0, back);
  if (key === 'Escape') return discard;
  if (mark && key === 'ArrowDown') return () => mark(1);
  if (mark && key === 'ArrowUp') return () => mark(-1);
  const step = isFresh ? arrows[key] : undefined;
  return step && (() => commit(...step));
}

/** The text with a line break at the caret. */
function withLineBreak(field: HTMLTextAreaElement): string {
  field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end');
  return field.value;
}
