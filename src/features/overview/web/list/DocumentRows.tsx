import { type FocusEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { useIsPhone } from '../../../../platform/web/use-is-phone.ts';
import type { OverviewTab, Sort } from '../../filter.ts';
import { type ColumnWidths, columnStyle, columnWidths } from './column-widths.ts';
import classes from './DocumentList.module.css';
import { DocumentRow, type RowActions } from './DocumentRow.tsx';
import type { Stake } from './documents.ts';
import { currencyOf, Head, Loading, MoreRows } from './ListHead.tsx';
import {
  drawnPlaces,
  type ListGroup,
  type ListLayout,
  type ListView,
  layoutOf,
  type PlacedGroup,
} from './list-layout.ts';
import type { ListPlace } from './list-place.ts';
import type { ListedDocument } from './listed-document.ts';
import { rowCount, rowsBefore } from './row-numbers.ts';
import { type ReadingOn, useListFrame, useReadingOn } from './use-list-frame.ts';
import type { SeveralApprovals } from './use-several-approvals.ts';

const headHeight = 32;
const moreHeight = 68;
const titleHeight = 30;
/** Pixels per row; on a phone it has two lines. */
const rowHeights = { desk: 36, phone: 64 } as const;

export interface DocumentRowsProps extends ReadingOn {
  readonly tab: OverviewTab;
  readonly groups: readonly ListGroup[];
  readonly isLoading: boolean;
  /** Number of hits up to `countedAtMost`; null while unknown, the rows do not wait for it. */
  readonly count: number | null;
  readonly selected: ListedDocument | null;
  readonly onSelect: (document: ListedDocument) => void;
  readonly onOpen: (document: ListedDocument) => void;
  /** The chosen order; null for the default. */
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
  /** Bulk approval, where rows can be picked. */
  readonly approvals?: SeveralApprovals | undefined;
  readonly place: ListPlace;
  /** The rows belong to an earlier view while the present one loads. */
  readonly isOutdated: boolean;
}

/** The rows of a list; only visible ones are drawn, the space of the others is kept. */
export function DocumentRows(props: DocumentRowsProps): ReactNode {
  const { tab, groups, count, isLoading, onMore, place, selected } = props;
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const isFromEnd = place.from === 'end';
  const covered = isPhone ? 0 : headHeight;
  const above = covered + (isFromEnd && onMore !== undefined ? moreHeight : 0);
  const row = isPhone ? rowHeights.phone : rowHeights.desk;
  const layout = useMemo(() => layoutOf(groups, { row, title: titleHeight, above }), [groups, row, above]);
  const list = { layout, place, isOutdated: props.isOutdated, selectedKey: selected?.key, covered };
  const { frame, view, onScroll } = useListFrame(list);
  useReadingOn(props, list, view);
  const currency = useMemo(() => currencyOf(groups), [groups]);
  const widths = useColumnWidths(props, currency);
  const more = onMore === undefined ? null : <MoreRows onMore={onMore} isLoading={props.isLoadingMore} />;
  return (
    <div className={classes.scroll} ref={frame} onScroll={onScroll}>
      {isFromEnd ? more : null}
      <table
        className={classes.table}
        style={columnStyle(widths)}
        data-undated={widths.delivery === null || undefined}
        aria-label={t(`overview.tab.${tab}`)}
        aria-rowcount={rowCount(props, layout, count)}
      >
        <Head tab={tab} currency={currency} sort={props.sort} onSort={props.onSort} />
        {isLoading ? <Loading /> : null}
        <Groups {...props} layout={layout} view={view} currency={currency} />
      </table>
      {isFromEnd ? null : more}
    </div>
  );
}

/** Based on all loaded documents, so that columns do not move while scrolling. */
function useColumnWidths(
  { tab, groups }: Pick<DocumentRowsProps, 'tab' | 'groups'>,
  currency: string | null,
): ColumnWidths {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  return useMemo(() => {
    const documents = groups.flatMap((group) => group.documents);
    const statuses = new Set(documents.map(({ kind, status }) => `status.${kind}.${status}`));
    const words = [...statuses].map((key) => t(key));
    return columnWidths(tab, documents, words, { seesPrices, currency });
  }, [tab, groups, t, seesPrices, currency]);
}

type GroupsProps = DocumentRowsProps & {
  readonly layout: ListLayout;
  readonly view: ListView;
  /** Named in the head. */
  readonly currency: string | null;
};

function Groups(props: GroupsProps): ReactNode {
  const { layout } = props;
  const actions = useRowActions(props);
  const [focused, setFocused] = useState<string | null>(null);
  const onFocus = ({ target }: FocusEvent): void => {
    setFocused(target.closest<HTMLElement>('tr[data-key]')?.dataset.key ?? null);
  };
  const before = rowsBefore(props, layout, props.count);
  return layout.groups.map((placed) => (
    <tbody
      key={placed.group.key}
      className={classes.group}
      style={{ height: placed.height }}
      onFocus={onFocus}
      onBlur={() => setFocused(null)}
    >
      <Group {...props} placed={placed} focused={focused} before={before} actions={actions} />
    </tbody>
  ));
}

interface GroupProps extends GroupsProps {
  readonly placed: PlacedGroup;
  readonly focused: string | null;
  /** Number of rows before the first loaded one; null while unknown. */
  readonly before: number | null;
  readonly actions: RowActions;
}

function Group(props: GroupProps): ReactNode {
  const { layout, view, placed, focused, before, tab, selected, approvals, actions } = props;
  const { group } = placed;
  // The table head is row 1.
  const first = before === null ? null : before + placed.rowsBefore + 2;
  const hasTitle = group.title !== null;
  return (
    <>
      {hasTitle ? (
        <tr className={classes.groupRow} aria-rowindex={first ?? undefined}>
          <td>
            <strong>{group.title}</strong>{' '}
            {props.onMore === undefined ? (
              <span className={classes.groupCount}>{group.documents.length}</span>
            ) : null}
            <GroupStakes stakes={group.stakes ?? []} />
          </td>
        </tr>
      ) : null}
      {drawnPlaces(layout, placed, view, focused).map((place) => {
        const document = group.documents[place];
        if (document === undefined) return null;
        return (
          <DocumentRow
            key={document.key}
            document={document}
            tab={tab}
            isSelected={document.key === selected?.key}
            headCurrency={props.currency}
            top={placed.titleHeight + place * layout.heights.row}
            rowIndex={first === null ? undefined : first + (hasTitle ? 1 : 0) + place}
            isPicked={approvals?.isPickable(document) ? approvals.picked.has(document.key) : undefined}
            actions={actions}
          />
        );
      })}
    </>
  );
}

/** What is at stake in a group, per currency (OVW-10). */
function GroupStakes({ stakes }: { readonly stakes: readonly Stake[] }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  return stakes.map(({ currency, amount, withoutRate }) => (
    <span key={currency} className={classes.groupCount}>
      {' '}
      {t('overview.at_stake', { amount: format.amount(amount, { currency }) })}
      {withoutRate === 0 ? null : ` (${t('overview.without_rate', { count: withoutRate })})`}
    </span>
  ));
}

/** The same functions on every render, so that a row is redrawn only when its data changes. */
function useRowActions(props: DocumentRowsProps): RowActions {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  return useMemo(
    () => ({
      select: (document) => latest.current.onSelect(document),
      open: (document) => latest.current.onOpen(document),
      toggle: (document) => latest.current.approvals?.toggle(document),
    }),
    [],
  );
}
