import type { ReactNode } from 'react';
import type { Amount } from '../../../base/money.ts';
import type { DocumentFields } from '../../fields.ts';

/** A line as it is being typed. `key` tells lines apart before they have an id. */
export interface TypedLine {
  readonly key: string;
  readonly id: number | null;
}

/** Changes a line; `columns` names what was typed, as the server would name it. */
export type ChangeLine<Line> = (columns: readonly string[], next: (line: Line) => Line) => void;

/** A field of a line as its input takes it. */
export interface LineField<Value> {
  readonly name?: string;
  readonly label: string;
  readonly isLabelHidden?: boolean;
  /** Of a text. */
  readonly maxLength: number | undefined;
  readonly error: string | undefined;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** What a field of a line hands to its input; `column` is its name for the server where that differs. */
export type LineFields<Line> = <Name extends keyof Line & string>(
  name: Name,
  column?: string,
) => LineField<Line[Name]>;

/** A line on the page, and the ways to change it. */
export interface ShownTypedLine<Line> {
  readonly line: Line;
  /** Counted from 1, as people do. */
  readonly position: number;
  /** Null while it counts nothing. */
  readonly net: Amount | null;
  /** Its fields, as inputs with their labels. */
  readonly field: LineFields<Line>;
  readonly onChange: ChangeLine<Line>;
}

/** A column of the grid. */
export interface LineColumn<Line> {
  /** By which the focus finds its cells. */
  readonly key: string;
  /** Over the column; beside the field where each line is a card. */
  readonly label: string;
  /** Over the column, where that says more than `label`. */
  readonly heading?: string;
  /** As in CSS; columns without one share the rest. */
  readonly width?: string;
  /** How wide the grid has to be for it, in pixels; it is on the cards of narrow screens in any case. */
  readonly from?: number;
  /** Numbers stand at the end of the cell. */
  readonly isNumber?: boolean;
  /** Amounts are missing for people without `user-price` (ROLE-07). */
  readonly isPrice?: boolean;
  /** Follows from other fields, so that nothing is typed here. */
  readonly isResult?: boolean;
  /** An input without a visible label, or text. */
  readonly cell: (line: ShownTypedLine<Line>) => ReactNode;
}

/** The grid turns into cards below this width, as its style sheet says. */
export const cardWidth = 720;

export interface GridView {
  readonly seesPrices: boolean;
  /** Of the grid in pixels; 0 while it is not known. */
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

/** The fields of a line that the columns do not show (PROC-10). */
export interface LineDetails<Line> {
  /** As the server names them; a line that is wrong in one of them opens by itself. */
  readonly columns: readonly string[];
  readonly show: (line: ShownTypedLine<Line>) => ReactNode;
}

/** What the lines of one kind of document are in the grid. */
export interface LineSheet<Line extends TypedLine> {
  /** Names what a person chose for the lines of this kind, in this browser. */
  readonly name: string;
  /** As they are declared. */
  readonly fields: DocumentFields;
  readonly columns: readonly LineColumn<Line>[];
  readonly details: LineDetails<Line> | null;
  /** What can be done with a line beside removing it, as small buttons. */
  readonly actions?: (line: ShownTypedLine<Line>) => ReactNode;
  /** An empty line. */
  readonly newLine: (key: string) => Line;
  /** Nothing was typed into it yet. */
  readonly isBlank: (line: Line) => boolean;
  /** By what the lines can stand together; the first one until a person chooses another. */
  readonly groupings: readonly LineGrouping<Line>[];
}

/** By what lines stand together (PROC-03, PROC-10). */
export interface LineGrouping<Line> {
  readonly name: string;
  readonly label: string;
  /** Null for lines that belong nowhere. */
  readonly groupOf: (line: Line) => GroupName | null;
  /** Puts a line where the model is. */
  readonly alike: (line: Line, model: Line) => Line;
}

export interface GroupName {
  readonly key: string;
  readonly name: string;
}
