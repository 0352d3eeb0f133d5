import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CsvCell } from '../../../../base/csv.ts';
import { type ShownKind, useListed } from '../../../../document/web/listed-kind.ts';
import { ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type ColumnRow, cellOf, columnsFor, type ListColumns } from '../../export-columns.ts';
import { filterCount } from '../../filter.ts';
import type { ShownView } from '../use-overview-view.ts';
import listClasses from './DocumentList.module.css';
import { Loading, NothingThere, Summary } from './DocumentList.tsx';
import classes from './DocumentTable.module.css';
import type { Selection } from './documents.ts';
import { tableOptions } from './table-rows.ts';
import { useListColumns } from './use-list-columns.ts';

export interface TabParts {
  readonly view: ShownView;
  readonly kinds: readonly ShownKind[];
  readonly selection: Selection | null;
  /** Of all hits; null while unknown. */
  readonly count: number | null;
  readonly toolbar: ReactNode;
}

/** Every field of the documents side by side, to read and to export (LIST-04). */
export function DocumentTable({ kinds, ...props }: TabParts): ReactNode {
  const columns = useListColumns(kinds);
  return columns === null ? null : <Table {...props} list={columns} />;
}

interface TableProps extends Omit<TabParts, 'kinds'> {
  readonly list: ListColumns;
}

function Table({ view, list, selection, count, toolbar }: TableProps): ReactNode {
  const { t } = useTranslation();
  const columns = columnsFor(list, useHasRole('user-price'));
  const pages = useInfiniteQuery(tableOptions(selection, list, columns));
  const rows = pages.data?.pages.flat();
  const isEmpty = rows?.length === 0;
  return (
    <section className={listClasses.section} aria-label={t(`overview.tab.${view.tab}`)}>
      <div className={listClasses.bar}>
        <Summary tab={view.tab} count={isEmpty ? 0 : count} groups={[]} loaded={rows?.length ?? 0} />
        {toolbar}
      </div>
      {pages.error && rows === undefined ? (
        <ErrorState failure={pages.error} onRetry={() => void pages.refetch()} />
      ) : null}
      {isEmpty ? (
        <NothingThere tab={view.tab} onReset={filterCount(view.filter) === 0 ? undefined : view.reset} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <div className={classes.scroll} tabIndex={0}>
          <table className={classes.table} aria-label={t(`overview.tab.${view.tab}`)}>
            <thead>
              <tr>
                {columns.map((key) => (
                  <th key={key} scope="col" data-amount={list.columns[key]?.isAmount}>
                    {t(`overview.export.column.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            {rows === undefined ? <Loading /> : <Rows rows={rows} list={list} columns={columns} />}
          </table>
          {pages.hasNextPage ? (
            <div className={listClasses.more}>
              <Button
                variant="default"
                loading={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                {t('overview.more')}
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </section>
  );
}

interface RowsProps {
  readonly rows: readonly ColumnRow[];
  readonly list: ListColumns;
  readonly columns: readonly string[];
}

function Rows({ rows, list, columns }: RowsProps): ReactNode {
  const { t } = useTranslation();
  const { kinds } = useListed();
  const format = useFormat();
  const shown = (cell: CsvCell): string => {
    if (cell === null || typeof cell === 'string') return cell ?? '';
    return 'number' in cell ? format.amount(cell.number) : format.day(cell.day);
  };
  const textOf = (row: ColumnRow, key: string): string =>
    shown(cellOf(list, key, row, { t, dayOf: format.dayOf }));
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.kind}-${row.id}`}>
          {columns.map((key) => {
            const text = textOf(row, key);
            return (
              <td key={key} title={text} data-amount={list.columns[key]?.isAmount}>
                {key === 'number' ? (
                  <Link
                    to={kinds.find(({ name }) => name === row.kind)?.route ?? '.'}
                    search={{ id: row.id }}
                  >
                    {text}
                  </Link>
                ) : (
                  text
                )}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}
