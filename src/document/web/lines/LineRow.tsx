import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../../base/money.ts';
import classes from './LineGrid.module.css';
import {
  type ChangeLine,
  type LineColumn,
  type LineDetails,
  type LineSheet,
  opensDetails,
  type TypedLine,
} from './line-columns.ts';
import { type LineOnPage, useLineFields } from './use-line-fields.ts';

export interface LineRowProps<Line extends TypedLine> extends Omit<LineOnPage<Line>, 'onChange'> {
  readonly columns: readonly LineColumn<Line>[];
  readonly details: LineDetails<Line> | null;
  readonly actions: LineSheet<Line>['actions'];
  /** Counted from 1. */
  readonly position: number;
  readonly net: Amount | null;
  readonly isAdvanced: boolean;
  /** Its place among the shown lines, from 0. */
  readonly place: number;
  /** Its row among all rows of the table, from 1; null if the table holds them all. */
  readonly rowIndex: number | null;
  /** Matches the search in the lines. */
  readonly isFound: boolean;
  readonly onChange: (line: Line, ...change: Parameters<ChangeLine<Line>>) => void;
  readonly onRemove: (line: Line, place: number) => void;
}

function Row<Line extends TypedLine>(props: LineRowProps<Line>): ReactNode {
  const { line, columns, details, actions, position, net, problems, isAdvanced, rowIndex } = props;
  const { t } = useTranslation();
  const onChange: ChangeLine<Line> = (typed, next) => props.onChange(line, typed, next);
  const fields = useLineFields({ line, fields: props.fields, problems, onChange }, position);
  return (
    <>
      <tr
        data-row={line.key}
        data-line={props.place}
        data-found={props.isFound || undefined}
        className={classes.row}
        {...indexed(rowIndex)}
      >
        <td className={classes.position}>{position}</td>
        {columns.map((column, place) => (
          <td
            key={column.key}
            {...(column.isResult ? {} : { 'data-column': column.key })}
            {...(place === 0 ? { 'data-first': true } : {})}
            data-label={column.label}
            className={column.isResult ? classes.result : column.isNumber ? classes.number : undefined}
          >
            {column.cell({ line, position, net, field: fields.cells, onChange })}
          </td>
        ))}
        <td className={classes.remove}>
          {actions?.({ line, position, net, field: fields.details, onChange })}
          <ActionIcon
            size={28}
            aria-label={t('document.line.remove_at', { position })}
            onClick={() => props.onRemove(line, props.place)}
          >
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </td>
      </tr>
      {details !== null && opensDetails({ details, isAdvanced }, line.key, problems) ? (
        <tr data-row={line.key} className={classes.details} {...indexed(rowIndex && rowIndex + 1)}>
          <td />
          <td colSpan={columns.length + 1}>
            {details.show({ line, position, net, field: fields.details, onChange })}
          </td>
        </tr>
      ) : null}
    </>
  );
}

function indexed(rowIndex: number | null): { readonly 'aria-rowindex'?: number } {
  return rowIndex === null ? {} : { 'aria-rowindex': rowIndex };
}

/** Whether a line looks the same with these props. */
export function isSameRow<Line extends TypedLine>(
  one: LineRowProps<Line>,
  other: LineRowProps<Line>,
): boolean {
  const { problems, ...others } = other;
  return (
    Object.entries(others).every(([name, value]) => Object.is(Reflect.get(one, name), value)) &&
    one.problems.size === problems.size &&
    [...problems].every(([place, text]) => one.problems.get(place) === text)
  );
}

/**
 * One line of the grid, with all fields in the advanced view (PROC-10). It renders only when its own data change, so
 * that typing stays fluid with hundreds of lines (PROC-40).
 */
export const LineRow = memo(Row, isSameRow) as typeof Row;
