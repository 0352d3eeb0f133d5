import type { ClipboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DrawnRows } from '../../../platform/web/kit/DrawnRows.tsx';
import { useStable } from '../../../platform/web/use-stable.ts';
import type { LineTotals } from '../../totals.ts';
import type { Problems } from '../draft/problems.ts';
import classes from './LineGrid.module.css';
import { LineGridHead } from './LineGridHead.tsx';
import { LineRow } from './LineRow.tsx';
import { type LineColumn, type LineSheet, opensDetails, type TypedLine } from './line-columns.ts';
import type { GridLines } from './use-grid-lines.ts';

export interface GridTableProps<Line extends TypedLine> {
  readonly sheet: LineSheet<Line>;
  readonly lines: GridLines<Line>;
  readonly columns: readonly LineColumn<Line>[];
  /** The totals of all lines, shown or not. */
  readonly nets: readonly LineTotals[];
  /** By line key. */
  readonly problems: ReadonlyMap<string, Problems>;
  readonly isAdvanced: boolean;
  /** The places of the lines that a search finds. */
  readonly found: ReadonlySet<number>;
  readonly onPaste: (event: ClipboardEvent) => void;
}

const noProblems: Problems = new Map();

/** The table of the lines, of which it draws those in view (PROC-40). */
export function GridTable<Line extends TypedLine>(props: GridTableProps<Line>): ReactNode {
  const { sheet, lines, columns, nets, problems, isAdvanced, found, onPaste } = props;
  const { shown, rows, keys } = lines;
  const { t } = useTranslation();
  const change = useStable(lines.change);
  const remove = useStable(lines.remove);
  const { details } = sheet;
  const isOpen = ({ key }: Line): boolean =>
    opensDetails({ details, isAdvanced }, key, problems.get(key) ?? noProblems);
  const indexes = rows.isLong ? rowIndexes(shown, isOpen) : null;
  return (
    <table
      className={classes.grid}
      aria-label={t('document.line.title')}
      {...(indexes && { 'aria-rowcount': indexes.count })}
    >
      <LineGridHead columns={columns} hasActions={sheet.actions !== undefined} isCounted={rows.isLong} />
      <tbody ref={rows.list} onKeyDown={keys.onKeyDown} onPaste={onPaste}>
        <DrawnRows pieces={rows.pieces} gap="tr">
          {(place) => {
            const one = shown[place];
            if (one === undefined) return null;
            const { line, index } = one;
            return (
              <LineRow
                key={line.key}
                line={line}
                fields={sheet.fields}
                columns={columns}
                details={details}
                actions={sheet.actions}
                position={index + 1}
                place={place}
                rowIndex={indexes?.of[place] ?? null}
                isFound={found.has(place)}
                net={nets[index]?.total_netto ?? null}
                isAdvanced={isAdvanced}
                problems={problems.get(line.key) ?? noProblems}
                onChange={change}
                onRemove={remove}
              />
            );
          }}
        </DrawnRows>
      </tbody>
    </table>
  );
}

/** The row of each line in the table with all lines, from 1 for the head; open details are a row of their own. */
function rowIndexes<Line extends TypedLine>(
  shown: GridLines<Line>['shown'],
  isOpen: (line: Line) => boolean,
): { readonly of: readonly number[]; readonly count: number } {
  let count = 1;
  const of = shown.map(({ line }) => {
    const own = count + 1;
    count += isOpen(line) ? 2 : 1;
    return own;
  });
  return { of, count };
}
