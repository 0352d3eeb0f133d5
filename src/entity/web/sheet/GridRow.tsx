import { IconArrowUpRight } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { maskedSecret } from '../../kinds/stored.ts';
import type { Problems } from '../../sheet/judge.ts';
import { type Content, cellText, isUnread, type Line, same } from '../../sheet/line.ts';
import type { Column } from './columns.ts';
import { isFrozen, rowHeight } from './grid-layout.ts';
import classes from './SheetGrid.module.css';
import type { GridWords } from './use-grid-words.ts';

export interface GridRowProps {
  readonly line: Line;
  /** The place among the shown lines, from 0. */
  readonly place: number;
  readonly columns: readonly Column[];
  readonly problems: Problems;
  /** Built once per table: scrolling mounts and unmounts dozens of rows. */
  readonly words: GridWords;
}

/** One line of the grid; renders again only when its content changes. */
export const GridRow = memo(function GridRow({
  line,
  place,
  columns,
  problems,
  words,
}: GridRowProps): ReactNode {
  const isAdded = line.stored === null && !isSpare(line);
  return (
    <tr
      aria-rowindex={place + 2}
      className={joined(classes.row, isAdded && classes.added, line.isRemoved && classes.removed)}
      style={{ top: place * rowHeight }}
    >
      <th scope="row" aria-colindex={1} className={joined(classes.number, problems.size > 0 && classes.red)}>
        {place + 1}
        {isAdded || line.isRemoved ? (
          <span className={classes.hidden}>{isAdded ? words.added : words.removed}</span>
        ) : null}
      </th>
      {columns.map((column, at) => {
        const problem = problems.get(column.name);
        const reason = problem && words.problem(problem);
        return (
          <td
            key={column.name}
            aria-colindex={at + 2}
            aria-invalid={problem !== undefined || undefined}
            title={reason}
            className={joined(
              classes.cell,
              isFrozen(at) && classes.frozen,
              column.isNumber && classes.right,
              column.isFixed && line.stored !== null && classes.locked,
              isEdited(line, column.name) && classes.edited,
              problem && classes.red,
            )}
          >
            {cellContent(column, line, words)}
            {reason ? <span className={classes.hidden}>{reason}</span> : null}
            {isFrozen(at) && line.id !== null ? <OpenButton id={line.id} label={words.open} /> : null}
          </td>
        );
      })}
    </tr>
  );
});

/** Opens the form of the row; the grid handles the click. */
function OpenButton({ id, label }: { readonly id: number; readonly label: string }): ReactNode {
  return (
    <button
      type="button"
      data-part="open"
      data-id={id}
      tabIndex={-1}
      className={classes.open}
      aria-label={label}
      title={label}
    >
      <IconArrowUpRight size={14} stroke={1.6} aria-hidden />
    </button>
  );
}

function cellContent({ name, field, reading, empty }: Column, line: Line, words: GridWords): ReactNode {
  const content: Content | undefined = line.cells[name];
  if (content === undefined || content === null) {
    return isSpare(line) || empty === undefined ? null : <span className="quiet">{empty}</span>;
  }
  if (field.kind.input === 'flag' && !isUnread(content)) {
    const isSet = content === true;
    return (
      <span
        role="img"
        aria-label={isSet ? words.yes : words.no}
        className={isSet ? classes.checked : classes.unchecked}
      />
    );
  }
  if (field.kind.input === 'secret') return maskedSecret;
  return cellText(field, content, reading);
}

/** An empty line at the end. */
function isSpare({ stored, cells }: Line): boolean {
  return stored === null && Object.values(cells).every((content) => content === null);
}

/** Whether a cell of a stored row differs from the server. */
function isEdited({ stored, cells, isRemoved }: Line, name: string): boolean {
  if (stored === null || stored === cells || isRemoved) return false;
  const content = cells[name] ?? null;
  return isUnread(content) || !same(content, stored[name] ?? null);
}

function joined(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
