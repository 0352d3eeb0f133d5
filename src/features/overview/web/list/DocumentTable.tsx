import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CsvCell } from '../../../../base/csv.ts';
import { ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { columnsFor, type ExportColumnKey, exportColumns } from '../../export-columns.ts';
import { filterCount } from '../../filter.ts';
import type { ShownView } from '../use-overview-view.ts';
import listClasses from './DocumentList.module.css';
import { Loading, NothingThere, Summary } from './DocumentList.tsx';
import classes from './DocumentTable.module.css';
import type { Selection } from './documents.ts';
import { type TableRow, tableOptions } from './table-rows.ts';

export interface TabParts {
  readonly view: ShownView;
  readonly selection: Selection | null;
  /** Of all hits; null while unknown. */
  readonly count: number | null;
  readonly toolbar: ReactNode;
}

/** Every field of the documents side by side, to read and to export (LIST-04). */
export function DocumentTable({ view, selection, count, toolbar }: TabParts): ReactNode {
  const { t } = useTranslation();
  const columns = columnsFor(useHasRole('user-price'));
  const pages = useInfiniteQuery(tableOptions(selection, columns));
  const rows = pages.data?.pages.flat();
  const isEmpty = rows?.length === 0;
  return (
    <section className={listClasses.section} aria-label={t(`overview.tab.${view.tab}`)}>
      <div className={listClasses.bar}>
        <Summary kind={view.tab} count={isEmpty ? 0 : count} groups={[]} loaded={rows?.length ?? 0} />
        {toolbar}
      </div>
      {pages.error && rows === undefined ? (
        <ErrorState failure={pages.error} onRetry={() => void pages.refetch()} />
      ) : null}
      {isEmpty ? (
        <NothingThere kind={view.tab} onReset={filterCount(view.filter) === 0 ? undefined : view.reset} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <div className={classes.scroll} tabIndex={0}>
          <table className={classes.table} aria-label={t(`overview.tab.${view.tab}`)}>
            <thead>
              <tr>
                {columns.map((key) => (
                  <th key={key} scope="col" data-amount={'isAmount' in exportColumns[key] || undefined}>
                    {t(`overview.export.column.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            {rows === undefined ? <Loading /> : <Rows rows={rows} columns={columns} />}
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
  readonly rows: readonly TableRow[];
  readonly columns: readonly ExportColumnKey[];
}

function Rows({ rows, columns }: RowsProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = (cell: CsvCell): string => {
    if (cell === null || typeof cell === 'string') return cell ?? '';
    return 'number' in cell ? format.amount(cell.number) : format.day(cell.day);
  };
  const textOf = (row: TableRow, key: ExportColumnKey): string =>
    shown(exportColumns[key].cell(row, { t, dayOf: format.dayOf }));
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          {columns.map((key) => {
            const text = textOf(row, key);
            return (
              <td key={key} title={text} data-amount={'isAmount' in exportColumns[key] || undefined}>
                {key === 'number' ? (
                  <Link to="/procurement/form" search={{ id: row.id }}>
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
