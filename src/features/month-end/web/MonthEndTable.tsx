import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownKind, useListed } from '../../../document/web/listed-kind.ts';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import {
  columnsOf,
  documentsBehind,
  type MonthEndAnswer,
  type MonthEndColumn,
  type MonthEndRow,
  type MonthEndTotal,
} from '../model.ts';
import type { MonthEndSearch } from '../search.ts';
import classes from './MonthEndPage.module.css';

interface MonthEndTableProps {
  readonly answer: MonthEndAnswer;
  /** The address of the list. */
  readonly shown: MonthEndSearch;
}

/** First rows of a list, with the sums of all rows per currency. */
export function MonthEndTable({ answer, shown }: MonthEndTableProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { list, count, rows, totals } = answer;
  const columns = columnsOf[list];
  if (count === 0) return <EmptyState title={t('month_end.empty')} />;
  return (
    <>
      <p className="quiet" role="status">
        {count > rows.length
          ? t('month_end.first_rows', { shown: format.quantity(rows.length), total: format.quantity(count) })
          : t('month_end.rows', { number: format.quantity(count) })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label={t(`month_end.list.${list}`)}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col" className={classOf(column)}>
                  {t(`month_end.column.${column.key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never move.
              <tr key={place}>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={classOf(column)}
                    data-label={t(`month_end.column.${column.key}`)}
                    title={isWords(column) ? String(row[column.key] ?? '') : undefined}
                  >
                    <Cell column={column} row={row} shown={{ ...shown, list }} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {totals.length === 0 ? null : (
            <tfoot>
              {totals.map((total) => (
                <Total key={`${total.period} ${total.currency}`} columns={columns} total={total} />
              ))}
            </tfoot>
          )}
        </table>
      </section>
    </>
  );
}

function classOf(column: MonthEndColumn): string | undefined {
  const { sort } = column;
  if (sort === 'amount' || sort === 'count' || sort === 'hours') return classes.amount;
  return isWords(column) ? classes.words : undefined;
}

/** Text columns of any length; others are short and never cut. */
const short = ['number', 'period', 'currency'];

function isWords({ key, sort }: MonthEndColumn): boolean {
  return sort === 'text' && !short.includes(key);
}

interface CellProps {
  readonly column: MonthEndColumn;
  readonly row: MonthEndRow;
  readonly shown: Required<Pick<MonthEndSearch, 'list'>> & MonthEndSearch;
}

/** The number links to the document, and a row that adds up documents links to these. */
function Cell({ column, row, shown }: CellProps): ReactNode {
  const { t } = useTranslation();
  const listed = useListed();
  const text = useCellText()(column, row);
  const behind = documentsBehind[shown.list];
  if (behind?.column === column.key)
    return (
      <Link to="/dashboard/month-end" search={{ ...shown, list: behind.list, row: behind.rowOf(row) }}>
        {text || t('month_end.without')}
      </Link>
    );
  if (column.key !== 'number' || row.kind === null || row.id === null) return text;
  return (
    <Link to={shownKind(listed, row.kind).route} search={{ id: row.id }}>
      {text}
    </Link>
  );
}

function useCellText(): (column: MonthEndColumn, row: MonthEndRow) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ key, sort, textKey, emptyKey }, row) => {
    const value = row[key] ?? null;
    // Hidden on purpose: a group with too few people.
    if (value === null && sort === 'hours') return '–';
    if (value === null || value === '') return emptyKey === undefined ? '' : t(emptyKey);
    switch (sort) {
      case 'amount':
        return format.amount(value);
      case 'count':
      case 'hours':
        return format.quantity(value);
      case 'day':
        return format.day(String(value));
      case 'choice':
        return textKey === undefined ? '' : t(textKey(String(value)));
      case 'text':
        return String(value);
    }
  };
}

interface TotalProps {
  readonly columns: readonly MonthEndColumn[];
  readonly total: MonthEndTotal;
}

/** Amounts of different currencies are never added. */
function Total({ columns, total }: TotalProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const first = columns.findIndex(({ isTotalled }) => isTotalled);
  const { currency, period } = total;
  return (
    <tr>
      <th scope="row" colSpan={first}>
        {period === null ? t('month_end.total', { currency }) : t('month_end.total_of', { period, currency })}
      </th>
      {columns.slice(first).map((column) => (
        <td key={column.key} className={classOf(column)} data-label={t(`month_end.column.${column.key}`)}>
          {column.key === 'currency' ? currency : null}
          {column.isTotalled ? format.amount(total.amounts[column.key] ?? '0') : null}
        </td>
      ))}
    </tr>
  );
}
