import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../../base/money.ts';
import classes from './LineGrid.module.css';
import type { LineColumn, LineDetails, LineSheet, TypedLine } from './line-columns.ts';
import { type LineOnPage, useLineFields } from './use-line-fields.ts';

export interface LineRowProps<Line extends TypedLine> extends LineOnPage<Line> {
  readonly columns: readonly LineColumn<Line>[];
  readonly details: LineDetails<Line> | null;
  readonly actions: LineSheet<Line>['actions'];
  /** Counted from 1. */
  readonly position: number;
  readonly net: Amount | null;
  readonly isAdvanced: boolean;
  readonly onRemove: () => void;
}

/** One line of the grid, with all fields in the advanced view (PROC-10). */
export function LineRow<Line extends TypedLine>(props: LineRowProps<Line>): ReactNode {
  const { line, columns, details, actions, position, net, problems, isAdvanced, onChange, onRemove } = props;
  const { t } = useTranslation();
  const fields = useLineFields(props, position);
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
          <ActionIcon size={28} aria-label={t('document.line.remove_at', { position })} onClick={onRemove}>
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
