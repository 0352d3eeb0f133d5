import { useInfiniteQuery } from '@tanstack/react-query';
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownKind } from '../../../../document/web/listed-kind.ts';
import { ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import type { Selection } from '../../documents-query.ts';
import { type ColumnRow, columnsFor, fieldsOf, type ListColumns, titleKey } from '../../export-columns.ts';
import { filterCount, type OverviewTab } from '../../filter.ts';
import type { ShownView } from '../use-overview-view.ts';
import listClasses from './DocumentList.module.css';
import { Jump, NothingThere } from './DocumentList.tsx';
import classes from './DocumentTable.module.css';
import { type ListEnd, type NetSum, pagesOptions, rowsOf } from './documents.ts';
import { Loading, MoreRows } from './ListHead.tsx';
import { ListSummary } from './ListSummary.tsx';
import { drawnPlaces, type Keyed, type ListLayout, layoutOf } from './list-layout.ts';
import { type ListPlace, useListPlace } from './list-place.ts';
import { rowCount, rowsBefore } from './row-numbers.ts';
import { keyOf, TableRows } from './TableRows.tsx';
import { useListColumns } from './use-list-columns.ts';
import { type ReadingOn, useListFrame, useReadingOn } from './use-list-frame.ts';

export interface TabParts {
  readonly view: ShownView;
  readonly kinds: readonly ShownKind[];
  readonly selection: Selection | null;
  /** Number of hits; null while unknown. */
  readonly count: number | null;
  readonly net: readonly NetSum[];
  readonly toolbar: ReactNode;
}

/** Every field of the documents in columns, to read and export (LIST-04). */
export function DocumentTable({ kinds, ...props }: TabParts): ReactNode {
  const columns = useListColumns(kinds);
  return columns === null ? null : <Table {...props} list={columns} />;
}

interface TableProps extends Omit<TabParts, 'kinds'> {
  readonly list: ListColumns;
}

/** In pixels; must match the style sheet. */
const rowHeight = 31;
const headHeight = 31;
const moreHeight = 68;

function Table({ view, list, selection, count, net, toolbar }: TableProps): ReactNode {
  const { t } = useTranslation();
  const { place, goTo } = useListPlace(selection);
  const columns = columnsFor(list, useHasRole('user-price'));
  const pages = useInfiniteQuery(tableOptions(selection, list, columns, place.from));
  const rows = useMemo(() => pages.data && rowsOf(pages.data.pages), [pages.data]);
  const isWhole = rows !== undefined && !pages.hasNextPage;
  const isEmpty = isWhole && rows.length === 0;
  const reading = {
    onMore: isWhole || rows === undefined ? undefined : () => void pages.fetchNextPage(),
    isLoadingMore: pages.isFetchingNextPage,
    hasFailedMore: pages.isFetchNextPageError,
  };
  const hits = isWhole ? rows.length : count;
  return (
    <section className={listClasses.section} aria-label={t(`overview.tab.${view.tab}`)}>
      <div className={listClasses.bar}>
        <div className={listClasses.hits}>
          <ListSummary tab={view.tab} count={hits} net={net} loaded={rows?.length ?? 0} />
          <Jump from={place.from} onMore={reading.onMore} onJump={(end) => goTo(end, isWhole)} />
        </div>
        <div className={listClasses.toolbar}>{toolbar}</div>
      </div>
      {pages.error && rows === undefined ? (
        <ErrorState failure={pages.error} onRetry={() => void pages.refetch()} />
      ) : null}
      {isEmpty ? (
        <NothingThere tab={view.tab} onReset={filterCount(view.filter) === 0 ? undefined : view.reset} />
      ) : (
        <Frame
          {...reading}
          {...{ place, list, columns, rows, count: hits, tab: view.tab }}
          isOutdated={pages.isPlaceholderData}
        />
      )}
    </section>
  );
}

interface FrameProps extends ReadingOn {
  readonly tab: OverviewTab;
  readonly place: ListPlace;
  readonly list: ListColumns;
  readonly columns: readonly string[];
  /** Undefined until the first rows are loaded. */
  readonly rows: readonly ColumnRow[] | undefined;
  readonly count: number | null;
  readonly isOutdated: boolean;
}

function Frame(props: FrameProps): ReactNode {
  const { tab, place, list, columns, rows, count, isOutdated, onMore } = props;
  const { t } = useTranslation();
  const isFromEnd = place.from === 'end';
  const above = headHeight + (isFromEnd && onMore !== undefined ? moreHeight : 0);
  const layout = useMemo(() => tableLayout(rows ?? [], above), [rows, above]);
  const framed = { layout, place, isOutdated, selectedKey: undefined, covered: headHeight };
  const { frame, view, onScroll } = useListFrame(framed);
  useReadingOn(props, framed, view);
  const [focused, setFocused] = useState<string | null>(null);
  const { head, widths } = useColumnWidths(columns, rows !== undefined);
  const [placed] = layout.groups;
  const more = onMore === undefined ? null : <MoreRows onMore={onMore} isLoading={props.isLoadingMore} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <div className={classes.scroll} tabIndex={0} ref={frame} onScroll={onScroll}>
      {isFromEnd ? more : null}
      <table
        className={classes.table}
        data-fixed={widths === null ? undefined : true}
        style={widths === null ? undefined : { width: widths.reduce((sum, width) => sum + width, 0) }}
        aria-label={t(`overview.tab.${tab}`)}
        aria-rowcount={rowCount(props, layout, count)}
      >
        <thead>
          <tr aria-rowindex={1} ref={head}>
            {columns.map((key, place) => (
              <th
                key={key}
                scope="col"
                data-amount={list.columns[key]?.isAmount}
                style={{ width: widths?.[place] }}
              >
                {t(titleKey(list, key))}
              </th>
            ))}
          </tr>
        </thead>
        {rows === undefined || placed === undefined ? (
          <Loading />
        ) : (
          <tbody onFocus={(event) => setFocused(rowOf(event))} onBlur={() => setFocused(null)}>
            <TableRows
              {...{ rows, list, columns, rowHeight }}
              places={drawnPlaces(layout, placed, view, focused)}
              before={rowsBefore(props, layout, count)}
            />
          </tbody>
        )}
      </table>
      {isFromEnd ? null : more}
    </div>
  );
}

function rowOf({ target }: FocusEvent): string | null {
  return target.closest<HTMLElement>('tr[data-key]')?.dataset.key ?? null;
}

function tableLayout(rows: readonly ColumnRow[], above: number): ListLayout<Keyed> {
  const documents = rows.map((row) => ({ key: keyOf(row) }));
  return layoutOf([{ key: 'rows', title: null, documents }], { row: rowHeight, title: 0, above });
}

interface ColumnWidths {
  readonly head: RefObject<HTMLTableRowElement | null>;
  /** Null until rows were drawn. */
  readonly widths: readonly number[] | null;
}

/** Column widths from the first rows; they stay fixed for rows drawn later. */
function useColumnWidths(columns: readonly string[], hasRows: boolean): ColumnWidths {
  const head = useRef<HTMLTableRowElement>(null);
  const names = columns.join();
  const [measured, setMeasured] = useState<{ readonly names: string; readonly widths: readonly number[] }>();
  const widths = measured?.names === names ? measured.widths : null;
  useLayoutEffect(() => {
    if (widths !== null || !hasRows || head.current === null) return;
    setMeasured({ names, widths: [...head.current.cells].map((cell) => cell.offsetWidth) });
  }, [widths, hasRows, names]);
  return { head, widths };
}

/** The documents of a view with the fields of these columns. Disabled while the selection is null. */
function tableOptions(
  selection: Selection | null,
  list: ListColumns,
  keys: readonly string[],
  from: ListEnd,
) {
  return pagesOptions<ColumnRow, ColumnRow>({
    ...{ key: ['documents', 'table', list.kind, keys], fields: fieldsOf(list, keys), selection, from },
    shown: (row) => row,
  });
}
