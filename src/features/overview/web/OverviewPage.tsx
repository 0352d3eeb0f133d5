import { Button, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownKind, useListed } from '../../../document/web/listed-kind.ts';
import { NextAhead } from '../../../document/web/NextAhead.tsx';
import { rememberList } from '../../../document/web/neighbours.ts';
import { loadChunk } from '../../../platform/web/chunk.ts';
import { usePageTitle } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useHasRole, useIsAuditor, useProfile } from '../../../platform/web/profile.ts';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import { useIsPhone } from '../../../platform/web/use-is-phone.ts';
import { usePart } from '../../../platform/web/use-part.ts';
import { countedAtMost, type Selection } from '../documents-query.ts';
import { filterCount, noFilter, whereOfOwn } from '../filter.ts';
import { type OverviewSearch, searchOf, selectedIn } from '../overview-search.ts';
import { ExportButton } from './export/ExportButton.tsx';
import { FilterBar } from './filter/FilterBar.tsx';
import { SavedFilters } from './filter/SavedFilters.tsx';
import { DocumentList, type DocumentListProps } from './list/DocumentList.tsx';
import type { TabParts } from './list/DocumentTable.tsx';
import {
  countOptions,
  documentsOptions,
  knownCount,
  type ListEnd,
  type NetSum,
  netOptions,
  rowsOf,
  type Stake,
  selectionOf,
  stakeOptions,
} from './list/documents.ts';
import type { ListGroup } from './list/list-layout.ts';
import { useListPlace } from './list/list-place.ts';
import type { ListedDocument } from './list/listed-document.ts';
import { TaskTools } from './list/TaskTools.tsx';
import {
  groupedByAge,
  groupedByUrgency,
  urgencySpans,
  whereOfSpan,
  withoutQuestions,
} from './list/task-groups.ts';
import { shownCount, useDraftCount, useTaskCount } from './list/tasks.ts';
import { useListKeys } from './list/use-list-keys.ts';
import { useSeveralApprovals } from './list/use-several-approvals.ts';
import { useViewMode, ViewModeButton } from './list/ViewMode.tsx';
import classes from './OverviewPage.module.css';
import type { PreviewProps } from './preview/Preview.tsx';
import {
  type ShownView,
  useFilterFacts,
  useOverviewView,
  useTabKinds,
  useTabs,
} from './use-overview-view.ts';

const DocumentTable = lazy(() =>
  loadChunk(() => import('./list/DocumentTable.tsx')).then((chunk) => ({ default: chunk.DocumentTable })),
);
const loadPreview = () => loadChunk(() => import('./preview/Preview.tsx'));

const route = getRouteApi('/shell/overview');

/** Tasks and all documents, in tabs (OVW-01). */
export function OverviewPage(): ReactNode {
  const { t } = useTranslation();
  const view = useOverviewView();
  const { tab } = view;
  const counts: Readonly<Record<string, number | null>> = { tasks: useTaskCount(), drafts: useDraftCount() };
  const tabs = useTabs();
  usePageTitle(t(`overview.tab.${tab}`));
  return (
    <div className={classes.page}>
      <h1 className="visually-hidden">{t(`overview.tab.${tab}`)}</h1>
      <Tabs
        value={tab}
        className={classes.tabs}
        onChange={(value) => {
          const chosen = tabs.find((known) => known === value);
          if (chosen !== undefined) view.show({ tab: chosen, filter: noFilter, sort: null });
        }}
      >
        <Tabs.List aria-label={t('overview.tabs')}>
          {tabs.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {t(`overview.tab.${value}`)}{' '}
              {counts[value] ? <span className={classes.tabCount}>{shownCount(counts[value])}</span> : null}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((value) => (
          <Tabs.Panel key={value} value={value} className={classes.panel}>
            {value === tab ? <TabPanel view={view} key={tab} /> : null}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

interface ViewProps {
  readonly view: ShownView;
}

function useSelection(view: ShownView): Selection | null {
  const facts = useFilterFacts();
  const { tab, filter, sort } = view;
  return useMemo(() => facts && selectionOf({ tab, filter, sort }, facts), [tab, filter, sort, facts]);
}

/** Documents of a tab, as list with preview or as table (LIST-01, LIST-04). */
function TabPanel({ view }: ViewProps): ReactNode {
  const [mode, setMode] = useViewMode(view);
  const selection = useSelection(view);
  const count = useQuery(countOptions(selection?.where ?? null));
  const kinds = useTabKinds(view.tab);
  const { t } = useTranslation();
  const mayExport = useHasRole('user-export-invoice');
  const isAuditing = useIsAuditor();
  const toolbar = (
    <>
      <FilterBar view={view} />
      {view.tab === 'tasks' ? <TaskTools view={view} /> : null}
      <ScanLink tab={view.tab} />
      <span className={classes.tools} data-tour="tools">
        {view.tab === 'invoice' && !isAuditing ? (
          <Button size="xs" variant="default" renderRoot={(props) => <Link {...props} to="/invoice/inbox" />}>
            {t('overview.to_inbox')}
          </Button>
        ) : null}
        {view.tab === 'invoice' && mayExport ? (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => <Link {...props} to="/invoice/export" />}
          >
            {t('overview.to_export')}
          </Button>
        ) : null}
        <ViewModeButton mode={mode} onChange={setMode} />
        {isAuditing ? null : (
          <>
            <SavedFilters view={view} />
            <ExportButton
              selection={selection}
              search={searchOf({ ...view, viewMode: null })}
              kinds={kinds}
              count={count.data ?? null}
            />
          </>
        )}
      </span>
    </>
  );
  const net = useNet(view, selection, count.data ?? null);
  const parts = { view, kinds, selection, count: knownCount(count.data ?? null, net), net, toolbar };
  if (mode === 'list') return <Documents {...parts} />;
  return (
    <Suspense fallback={null}>
      <DocumentTable {...parts} />
    </Suspense>
  );
}

/** On a phone, leads to the camera that reads the code of an order (MOB-05). */
function ScanLink({ tab }: Pick<ShownView, 'tab'>): ReactNode {
  const { t } = useTranslation();
  const isOffered = [useIsPhone(), useListed().kinds.some(({ name }) => name === 'procurement')].every(
    Boolean,
  );
  const isAuditing = useIsAuditor();
  if (!isOffered || isAuditing || (tab !== 'tasks' && tab !== 'procurement')) return null;
  return (
    <Button size="xs" variant="default" renderRoot={(props) => <Link {...props} to="/receive" />}>
      {t('overview.to_scan')}
    </Button>
  );
}

const noSums: readonly NetSum[] = [];

/** Net sums of the hits. Skipped for the unfiltered list, the only one slow to sum. */
function useNet(view: ShownView, selection: Selection | null, count: number | null): readonly NetSum[] {
  const seesPrices = useHasRole('user-price');
  const isNarrowed = filterCount(view.filter) > 0 || (count !== null && count <= countedAtMost);
  const net = useQuery(netOptions(seesPrices && isNarrowed ? (selection?.where ?? null) : null));
  return seesPrices && isNarrowed ? (net.data ?? noSums) : noSums;
}

/** The hits of a view; tasks are grouped until sorted by a column (OVW-10). */
function Documents({ view, selection, count, net, toolbar }: TabParts): ReactNode {
  const { kinds } = useListed();
  const { place, goTo } = useListPlace(selection);
  const pages = useInfiniteQuery(documentsOptions(view.tab, selection, kinds, place.from));
  const documents = useMemo(() => pages.data && rowsOf(pages.data.pages), [pages.data]);
  const groups = useGroups(view, documents ?? none, selection);
  // Once the last page is read, the number of rows replaces the count.
  const isWhole = documents !== undefined && !pages.hasNextPage;
  return (
    <Split
      view={view}
      toolbar={toolbar}
      groups={groups}
      isLoading={documents === undefined}
      count={isWhole ? documents.length : count}
      net={net}
      failure={pages.error}
      onRetry={() => void pages.refetch()}
      onMore={isWhole || documents === undefined ? undefined : () => void pages.fetchNextPage()}
      isLoadingMore={pages.isFetchingNextPage}
      hasFailedMore={pages.isFetchNextPageError}
      isOutdated={pages.isPlaceholderData}
      place={place}
      onGo={(end) => goTo(end, isWhole)}
    />
  );
}

const none: readonly ListedDocument[] = [];
const nobody: readonly number[] = [];

function useGroups(
  { tab, sort }: ShownView,
  documents: readonly ListedDocument[],
  selection: Selection | null,
): readonly ListGroup[] {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const persons = useProfile()?.persons ?? nobody;
  const stakes = useStakes(tab === 'tasks' && sort === null ? selection : null);
  return useMemo(() => {
    const isGrouped = tab === 'tasks' && (sort === null || sort.key === 'age');
    if (!isGrouped) return [{ key: tab, title: null, documents }];
    const { questions, tasks: own } = withoutQuestions(documents, persons);
    const groups = sort === null ? groupedByUrgency(own, format.dayOf(now)) : groupedByAge(own, format, now);
    return [...questions, ...groups].map(({ key, tasks }) => ({
      key,
      title: t(`overview.group.${key}`),
      documents: tasks,
      stakes: stakes[key] ?? [],
    }));
  }, [tab, sort, documents, persons, format, now, stakes, t]);
}

interface SplitProps
  extends ViewProps,
    Pick<
      DocumentListProps,
      | 'toolbar'
      | 'groups'
      | 'isLoading'
      | 'count'
      | 'net'
      | 'failure'
      | 'onRetry'
      | 'onMore'
      | 'isLoadingMore'
      | 'hasFailedMore'
      | 'isOutdated'
      | 'place'
    > {
  readonly onGo: (end: ListEnd) => void;
}

type Chosen = Partial<Pick<OverviewSearch, 'id' | 'of'>>;

/** The document of the address, else the first or last one of the list. */
function useSelected(documents: readonly ListedDocument[], place: SplitProps['place']) {
  const search = route.useSearch();
  const { id } = search;
  const listed = useListed();
  const kind = search.of ?? listed.kinds[0]?.name;
  const navigate = useNavigate();
  const atEnd = documents.at(place.from === 'end' ? -1 : 0) ?? null;
  const selected = documents.find((document) => document.id === id && document.kind === kind) ?? atEnd;
  const show = (chosen: Chosen): void => {
    const { id: _, of: __, ...others } = search;
    void navigate({ to: '/overview', search: { ...others, ...chosen }, replace: true });
  };
  const select = (document: ListedDocument): void => show(selectedIn(document, listed));
  return { selected, show, select };
}

/** List at the left, and the selected document at the right if there is room. */
function Split(props: SplitProps): ReactNode {
  const { view, place } = props;
  const listed = useListed();
  const navigate = useNavigate();
  const hasPreview = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  const documents = useMemo(() => props.groups.flatMap((group) => group.documents), [props.groups]);
  const { selected, show, select } = useSelected(documents, place);
  const open = (document: ListedDocument): void => {
    rememberList(documents, props.count ?? 0);
    const { route: to } = shownKind(listed, document.kind);
    void navigate({ to, search: { id: document.id } });
  };
  const neighbour = (step: 1 | -1): ListedDocument | undefined =>
    selected === null ? undefined : documents[documents.indexOf(selected) + step];
  const move = (step: 1 | -1): void => {
    const next = neighbour(step);
    if (next !== undefined) select(next);
  };
  const jump = (end: ListEnd): void => {
    const last = documents.at(end === 'end' ? -1 : 0);
    const isRead = props.onMore === undefined || place.from === end;
    if (isRead && last !== undefined) select(last);
    else show({});
    props.onGo(end);
  };
  const approvals = useSeveralApprovals();
  const hasApprovals = view.tab === 'tasks' ? approvals : undefined;
  const pick = (): void => {
    if (selected !== null && hasApprovals?.isPickable(selected)) approvals.toggle(selected);
  };
  const openSelected = (): void => (selected === null ? undefined : open(selected));
  useListKeys({ onMove: move, onJump: jump, onPick: pick, onOpen: openSelected });
  return (
    <div className={classes.split}>
      <NextAhead document={hasPreview && view.tab === 'tasks' ? selected : null} />
      <DocumentList
        {...props}
        tab={view.tab}
        sort={view.sort}
        onSort={(sort) => view.show({ sort })}
        onJump={jump}
        approvals={hasApprovals}
        onReset={filterCount(view.filter) === 0 ? undefined : view.reset}
        selected={hasPreview ? selected : null}
        onSelect={hasPreview ? select : open}
        onOpen={open}
      />
      {hasPreview ? (
        <Beside
          document={selected}
          isAwaited={props.isLoading}
          onPrevious={neighbour(-1) && (() => move(-1))}
          onNext={neighbour(1) && (() => move(1))}
          onOpen={open}
          onDone={() => {
            const next = neighbour(1) ?? neighbour(-1);
            if (view.tab === 'tasks' && next !== undefined) select(next);
          }}
        />
      ) : null}
    </div>
  );
}

interface BesideProps extends Pick<PreviewProps, 'onPrevious' | 'onNext' | 'onDone'> {
  readonly document: ListedDocument | null;
  /** The list is still loading: keep the space free. */
  readonly isAwaited: boolean;
  readonly onOpen: (document: ListedDocument) => void;
}

/** The selected document; its code loads in parallel with the list. */
function Beside({ document, isAwaited, onOpen, ...props }: BesideProps): ReactNode {
  const preview = usePart(loadPreview, true);
  if (document === null && !isAwaited) return null;
  if (preview === null || document === null) return <div className={classes.awaited} />;
  return (
    <preview.Preview key={document.key} document={document} onOpen={() => onOpen(document)} {...props} />
  );
}

/** The amounts at stake in each group of tasks, by group key (OVW-10). Empty without prices and while loading. */
function useStakes(selection: Selection | null): Readonly<Record<string, readonly Stake[]>> {
  const facts = useFilterFacts();
  const seesPrices = useHasRole('user-price');
  const spans = facts === null || selection === null || !seesPrices ? [] : urgencySpans(facts.today);
  return useQueries({
    queries: spans.map((span) =>
      stakeOptions({ _and: [selection?.where ?? {}, whereOfOwn(facts?.persons ?? []), whereOfSpan(span)] }),
    ),
    combine: (answers) =>
      Object.fromEntries(spans.map(({ key }, place) => [key, answers[place]?.data ?? []])),
  });
}
