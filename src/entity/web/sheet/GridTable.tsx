import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nothingWrong } from '../../sheet/judge.ts';
import type { Line } from '../../sheet/line.ts';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';
import { GridRow } from './GridRow.tsx';
import { headHeight, type Layout, rowHeight } from './grid-layout.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface GridTableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly layout: Layout;
  readonly lines: readonly Line[];
  /** The lines that are drawn, `to` excluded. */
  readonly from: number;
  readonly to: number;
  readonly problems: SheetEditing['problems'];
}

/** The head and those lines that can be seen; the place of the others is kept. Typing into a cell draws none of it. */
export const GridTable = memo(function GridTable(props: GridTableProps): ReactNode {
  const { label, columns, layout, lines, from, to, problems } = props;
  const { t } = useTranslation();
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of cells that are edited is a grid.
      role="grid"
      className={classes.grid}
      aria-label={label}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length + 1}
      style={{ width: layout.width }}
    >
      <thead className={classes.head} style={{ height: headHeight }}>
        <tr aria-rowindex={1} className={classes.headRow} style={{ gridTemplateColumns: layout.template }}>
          <th scope="col" aria-colindex={1} className={classes.corner}>
            <span className={classes.hidden}>{t('table.line')}</span>
          </th>
          {columns.map(({ name, title, isNumber, isRequired }, at) => (
            <th
              key={name}
              scope="col"
              aria-colindex={at + 2}
              title={title}
              className={isNumber ? `${classes.headCell} ${classes.right}` : classes.headCell}
            >
              {title}
              {isRequired ? (
                <span className={classes.required} aria-hidden>
                  *
                </span>
              ) : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={classes.body} style={{ height: lines.length * rowHeight }}>
        {lines.slice(from, to).map((line, place) => (
          <GridRow
            key={line.key}
            line={line}
            place={from + place}
            columns={columns}
            template={layout.template}
            problems={problems.get(line.key) ?? nothingWrong}
          />
        ))}
      </tbody>
    </table>
  );
});
