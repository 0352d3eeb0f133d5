import type { ReactNode } from 'react';
import type { Amount } from '../../../base/money.ts';
import type { Value } from '../../../entity/kind.ts';
import type { DocumentFields } from '../../fields.ts';
import type { PastedField } from '../../pasted/lines.ts';
import type { Problems } from '../draft/problems.ts';

/** A line while it is typed. `key` identifies lines that have no id yet. */
export interface TypedLine {
  readonly key: string;
  readonly id: number | null;
}

/** Changes a line; `columns` names the typed fields as the server does. */
export type ChangeLine<Line> = (columns: readonly string[], next: (line: Line) => Line) => void;

/** The input props of a line field. */
export interface LineField<Value> {
  readonly name?: string;
  readonly label: string;
  readonly isLabelHidden?: boolean;
  /** For texts only. */
  readonly maxLength: number | undefined;
  readonly error: string | undefined;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** The input props of a line field; `column` is its name on the server if different. */
export type LineFields<Line> = <Name extends keyof Line & string>(
  name: Name,
  column?: string,
) => LineField<Line[Name]>;

/** A line on the page with its operations. */
export interface ShownTypedLine<Line> {
  readonly line: Line;
  /** Counted from 1. */
  readonly position: number;
  /** Null if it does not count yet. */
  readonly net: Amount | null;
  /** The input props of its fields, with labels. */
  readonly field: LineFields<Line>;
  readonly onChange: ChangeLine<Line>;
}

/** A column of the grid. */
export interface LineColumn<Line> {
  /** Identifies its cells for the focus. */
  readonly key: string;
  /** Shown over the column; on cards beside the field. */
  readonly label: string;
  /** Shown over the column instead of `label`. */
  readonly heading?: string;
  /** A CSS width; columns without one share the rest. */
  readonly width?: string;
  /** The minimum width of the grid in pixels; cards on narrow screens always show it. */
  readonly from?: number;
  /** Right-aligned numbers. */
  readonly isNumber?: boolean;
  /** Hidden from people without `user-price` (ROLE-07). */
  readonly isPrice?: boolean;
  /** Derived from other fields, so that nothing is typed. */
  readonly isResult?: boolean;
  /** An input without a visible label, or text. */
  readonly cell: (line: ShownTypedLine<Line>) => ReactNode;
}

/** Below this width the grid turns into cards; same value as in the style sheet. */
export const cardWidth = 720;

export interface GridView {
  readonly seesPrices: boolean;
  /** The width of the grid in pixels; 0 while unknown. */
  readonly width: number;
}

/** The columns that a person sees at this width. */
export function shownColumns<Line>(
  columns: readonly LineColumn<Line>[],
  { seesPrices, width }: GridView,
): readonly LineColumn<Line>[] {
  return columns.filter(
    ({ isPrice = false, from = 0 }) => (seesPrices || !isPrice) && (width <= cardWidth || width >= from),
  );
}

/** The fields of a line outside the columns (PROC-10). */
export interface LineDetails<Line> {
  /** Server names; a line with an error in one of them expands. */
  readonly columns: readonly string[];
  readonly show: (line: ShownTypedLine<Line>) => ReactNode;
}

/** Whether the details of a line are open: in the advanced view, and where one of their fields has an error. */
export function opensDetails<Line>(
  { details, isAdvanced }: { readonly details: LineDetails<Line> | null; readonly isAdvanced: boolean },
  key: string,
  problems: Problems,
): boolean {
  if (details === null) return false;
  return (
    isAdvanced || (problems.size > 0 && details.columns.some((column) => problems.has(`${key}.${column}`)))
  );
}

/** A field that pasted rows fill (PROC-40). */
export interface PastedColumn<Line> extends PastedField {
  /** Hidden from people without `user-price` (ROLE-07). */
  readonly isPrice?: boolean;
  /** Sets the value; by default it is stored as read. */
  readonly fill?: (line: Line, value: Value) => Line;
}

/** Sets the pasted values of a line, in the order of the columns. */
export function filling<Line extends TypedLine>(
  columns: readonly PastedColumn<Line>[],
  values: ReadonlyMap<string, Value>,
): (line: Line) => Line {
  return (line) => {
    let filled = line;
    for (const { name, fill } of columns) {
      const value = values.get(name);
      if (value === undefined) continue;
      filled = fill === undefined ? { ...filled, [name]: value } : fill(filled, value);
    }
    return filled;
  };
}

/** How the grid shows the lines of a kind. */
export interface LineSheet<Line extends TypedLine> {
  /** Identifies the person's settings for these lines in this browser. */
  readonly name: string;
  /** The declared fields. */
  readonly fields: DocumentFields;
  readonly columns: readonly LineColumn<Line>[];
  readonly details: LineDetails<Line> | null;
  /** Small buttons for further actions on a line. */
  readonly actions?: (line: ShownTypedLine<Line>) => ReactNode;
  /** Creates an empty line. */
  readonly newLine: (key: string) => Line;
  /** Whether nothing was typed yet. */
  readonly isBlank: (line: Line) => boolean;
  /** The fields that pasted rows fill, in the order in which they are set. */
  readonly pasted: readonly PastedColumn<Line>[];
  /** The available groupings; the first is the default. */
  readonly groupings: readonly LineGrouping<Line>[];
}

/** A grouping of lines (PROC-03, PROC-10). */
export interface LineGrouping<Line> {
  readonly name: string;
  readonly label: string;
  /** Null for lines without a group. */
  readonly groupOf: (line: Line) => GroupName | null;
  /** Moves a line to the group of the model. */
  readonly alike: (line: Line, model: Line) => Line;
}

export interface GroupName {
  readonly key: string;
  readonly name: string;
}
