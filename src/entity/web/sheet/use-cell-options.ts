import { useState } from 'react';
import { finds } from '../../../base/search.ts';
import { type Choosable, labelOf } from '../../sheet/lookup.ts';
import type { Column } from './columns.ts';
import type { Draft } from './use-active-cell.ts';

export interface CellOptions {
  readonly offered: readonly Choosable[];
  /** The place of the option that Enter picks. */
  readonly marked: number | null;
  /** Marks the next or previous option, wrapping around. */
  readonly mark: (by: 1 | -1) => void;
  /** Marks the best match again. */
  readonly forgetMark: () => void;
  /** The final text of the cell: the typed text, completed by the picked or else the marked option. */
  readonly completed: (picked?: Choosable) => string;
}

const maxOptions = 60;

/** The options of a cell for the typed text. */
export function useCellOptions(column: Column | undefined, draft: Draft | null): CellOptions {
  const [moved, setMoved] = useState<number | null>(null);
  const offered = draft === null ? [] : offeredFor(column, draft);
  const fitsBest = draft !== null && draft.text !== '' && draft.isFresh && offered.length > 0 ? 0 : null;
  const marked = moved ?? fitsBest;
  return {
    offered,
    marked,
    mark: (by) => {
      const next = (marked ?? (by === 1 ? -1 : offered.length)) + by;
      setMoved((next + offered.length) % offered.length);
    },
    forgetMark: () => setMoved(null),
    completed: (picked) => {
      const text = draft?.text ?? '';
      // An exact text needs no completion.
      const isMeant = column?.lookup?.find(text) !== undefined;
      const option = picked ?? (marked === null || isMeant ? undefined : offered[marked]);
      return option === undefined ? text : textWith(option, column, text);
    },
  };
}

/** The options that match the text; all of them while the text is the original content of the cell. */
function offeredFor(column: Column | undefined, { text, isFresh }: Draft): readonly Choosable[] {
  const options = column?.lookup?.offered ?? [];
  const wanted = text.split(';').at(-1) ?? '';
  if (!isFresh) return options.slice(0, maxOptions);
  return options.filter(({ number, name }) => finds(wanted, [number, name])).slice(0, maxOptions);
}

/** The text with the option in place of the whole, or of its last part where several can be chosen. */
function textWith(option: Choosable, column: Column | undefined, text: string): string {
  const isMultiple = column?.field.kind.input === 'choices' || column?.field.kind.input === 'roles';
  return isMultiple ? [...text.split(';').slice(0, -1), labelOf(option)].join('; ') : labelOf(option);
}
