import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { maskedSecret } from '../../kinds/stored.ts';
import type { Problems } from '../../sheet/judge.ts';
import { cellText, isUnread, type Line, same } from '../../sheet/line.ts';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';
import { rowHeight } from './grid-layout.ts';
import { useProblemText } from './use-problem-text.ts';

export interface GridRowProps {
  readonly line: Line;
  /** Its place among the lines that are shown, from 0. */
  readonly place: number;
  readonly columns: readonly Column[];
  readonly template: string;
  readonly problems: Problems;
}

/** One line of the grid; drawn again only when something in it has changed. */
export const GridRow = memo(function GridRow({
  line,
  place,
  columns,
  template,
  problems,
}: GridRowProps): ReactNode {
  const problemText = useProblemText();
  return (
    <tr
      aria-rowindex={place + 2}
      className={joined(classes.row, line.stored === null && classes.added)}
      style={{ gridTemplateColumns: template, transform: `translateY(${place * rowHeight}px)` }}
    >
      <th scope="row" aria-colindex={1} className={joined(classes.number, problems.size > 0 && classes.red)}>
        {place + 1}
      </th>
      {columns.map((column, at) => {
        const problem = problems.get(column.name);
        return (
          <td
            key={column.name}
            aria-colindex={at + 2}
            aria-invalid={problem !== undefined || undefined}
            title={problem && problemText(problem)}
            className={joined(
              classes.cell,
              column.isNumber && classes.right,
              problem && classes.red,
              isEdited(line, column.name) && classes.edited,
            )}
          >
            <CellContent column={column} line={line} />
            {problem ? <span className={classes.hidden}>{problemText(problem)}</span> : null}
          </td>
        );
      })}
    </tr>
  );
});

interface CellContentProps {
  readonly column: Column;
  readonly line: Line;
}

function CellContent({ column: { name, field, reading, empty }, line }: CellContentProps): ReactNode {
  const { t } = useTranslation();
  const content = line.cells[name];
  if (content === undefined || content === null) {
    return isSpare(line) || empty === undefined ? null : <span className={classes.empty}>{empty}</span>;
  }
  if (field.kind.input === 'flag' && !isUnread(content)) {
    return (
      <span
        role="img"
        aria-label={t(content === true ? 'table.yes' : 'table.no')}
        className={content === true ? classes.checked : classes.unchecked}
      />
    );
  }
  if (field.kind.input === 'secret') return maskedSecret;
  return cellText(field, content, reading);
}

/** A line at the end into which nobody has typed yet. */
function isSpare({ stored, cells }: Line): boolean {
  return stored === null && Object.values(cells).every((content) => content === null);
}

/** A cell of a stored row that holds something else than the server. */
function isEdited({ stored, cells }: Line, name: string): boolean {
  if (stored === null || stored === cells) return false;
  const content = cells[name] ?? null;
  return isUnread(content) || !same(content, stored[name] ?? null);
}

function joined(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
