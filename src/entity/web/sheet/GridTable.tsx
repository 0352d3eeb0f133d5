import { type CSSProperties, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nothingWrong } from '../../sheet/judge.ts';
import type { Line } from '../../sheet/line.ts';
import type { Order } from '../../sheet/sheet.ts';
import { ColumnHead, type HeadActions } from './ColumnHead.tsx';
import type { Column } from './columns.ts';
import { GridRow } from './GridRow.tsx';
import { headHeight, type Layout, rowHeight } from './grid-layout.ts';
import classes from './SheetGrid.module.css';
import { useGridWords } from './use-grid-words.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface GridTableProps extends HeadActions {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly layout: Layout;
  readonly lines: readonly Line[];
  readonly order: Order | null;
  /** The rendered lines, `to` excluded. */
  readonly from: number;
  readonly to: number;
  readonly problems: SheetEditing['problems'];
}

/** The head and the visible lines; the other lines keep their space. Typing into a cell renders nothing here. */
export const GridTable = memo(function GridTable(props: GridTableProps): ReactNode {
  const { label, columns, layout, lines, order, from, to, problems, onMenu, onWidth } = props;
  const { t } = useTranslation();
  const words = useGridWords();
  const style: CSSProperties & Record<'--k-columns', string> = {
    width: layout.width,
    '--k-columns': layout.template,
  };
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of editable cells is a grid.
      role="grid"
      className={classes.grid}
      aria-label={label}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length + 1}
      style={style}
    >
      <thead className={classes.head} style={{ height: headHeight }}>
        <tr aria-rowindex={1} className={classes.headRow}>
          <th scope="col" aria-colindex={1} className={classes.corner}>
            <span className={classes.hidden}>{t('table.line')}</span>
          </th>
          {columns.map((column, place) => (
            <ColumnHead
              key={column.name}
              column={column}
              place={place}
              order={order}
              onMenu={onMenu}
              onWidth={onWidth}
            />
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
            problems={problems.get(line.key) ?? nothingWrong}
            words={words}
          />
        ))}
      </tbody>
    </table>
  );
});
