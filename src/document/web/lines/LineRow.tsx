import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../../base/money.ts';
import classes from './LineGrid.module.css';
import type { ChangeLine, LineColumn, LineDetails, LineSheet, TypedLine } from './line-columns.ts';
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
  readonly onChange: (line: Line, ...change: Parameters<ChangeLine<Line>>) => void;
  readonly onRemove: (line: Line, place: number) => void;
}

function Row<Line extends TypedLine>(props: LineRowProps<Line>): ReactNode {
  const { line, columns, details, actions, position, net, problems, isAdvanced } = props;
  const { t } = useTranslation();
  const onChange: ChangeLine<Line> = (typed, next) => props.onChange(line, typed, next);
  const fields = useLineFields({ line, fields: props.fields, problems, onChange }, position);
  const isWrong = details?.columns.some((column) => problems.has(`${line.key}.${column}`)) ?? false;
  return (
    <>
      <tr data-line className={classes.row}>
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
      {details !== null && (isAdvanced || isWrong) ? (
        <tr className={classes.details}>
          <td />
          <td colSpan={columns.length + 1}>
            {details.show({ line, position, net, field: fields.details, onChange })}
          </td>
        </tr>
      ) : null}
    </>
  );
}

/**
 * One line of the grid, with all fields in the advanced view (PROC-10). It renders only when its own data change, so
 * that typing stays fluid with hundreds of lines.
 */
export const LineRow = memo(Row) as typeof Row;
