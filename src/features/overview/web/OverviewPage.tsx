import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownKind, useListed } from '../../../document/web/listed-kind.ts';
import { loadChunk, loadFirstChunk } from '../../../platform/web/chunk.ts';
import { usePageTitle } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useProfile } from '../../../platform/web/profile.ts';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import { usePart } from '../../../platform/web/use-part.ts';
import { filterCount, noFilter } from '../filter.ts';
import { selectedIn } from '../overview-search.ts';
import { ExportButton } from './export/ExportButton.tsx';
import { FilterBar } from './filter/FilterBar.tsx';
import { SavedFilters } from './filter/SavedFilters.tsx';
import { DocumentList, type ListGroup } from './list/DocumentList.tsx';
import type { TabParts } from './list/DocumentTable.tsx';
import { countOptions, documentsOptions, type Selection, selectionOf } from './list/documents.ts';
import type { ListedDocument } from './list/listed-document.ts';
import { TaskTools } from './list/TaskTools.tsx';
import { groupedByAge, groupedByUrgency, withoutQuestions } from './list/task-groups.ts';
import { shownCount, useTaskCount } from './list/tasks.ts';
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
const loadPreview = () => loadFirstChunk(() => import('./preview/Preview.tsx'));

const route = getRouteApi('/shell/overview');

/** What to do now, and every document beside it (OVW-01). */
export function OverviewPage(): ReactNode {
  const { t } = useTranslation();
  const view = useOverviewView();
  const { tab } = view;
  const taskCount = useTaskCount();
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
              {value === 'tasks' && taskCount ? (
                <span className={classes.tabCount}>{shownCount(taskCount)}</span>
              ) : null}
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

/** The documents of a tab as a list with preview, or as a table (LIST-01, LIST-04). */
function TabPanel({ view }: ViewProps): ReactNode {
  const [mode, setMode] = useViewMode(view);
  const selection = useSelection(view);
  const count = useQuery(countOptions(selection?.where ?? null));
  const kinds = useTabKinds(view.tab);
  const toolbar = (
    <>
      <FilterBar view={view} />
      {view.tab === 'tasks' ? <TaskTools view={view} /> : null}
      <span className={classes.tools}>
        <ViewModeButton mode={mode} onChange={setMode} />
        <SavedFilters view={view} />
        <ExportButton selection={selection} kinds={kinds} count={count.data ?? null} />
      </span>
    </>
  );
  const parts = { view, kinds, selection, count: count.data ?? null, toolbar };
  if (mode === 'list') return <Documents {...parts} />;
  return (
    <Suspense fallback={null}>
      <DocumentTable {...parts} />
    </Suspense>
  );
}

/** The hits of a view; tasks in groups until they are sorted by a column (OVW-10). */
function Documents({ view, selection, count, toolbar }: TabParts): ReactNode {
  const { kinds } = useListed();
  const pages = useInfiniteQuery(documentsOptions(selection, kinds));
  const documents = useMemo(() => pages.data?.pages.flat(), [pages.data]);
  const groups = useGroups(view, documents ?? []);
  // The last page tells how many there are, whatever was counted beside it.
  const isWhole = documents !== undefined && !pages.hasNextPage;
  return (
    <Split
      view={view}
      toolbar={toolbar}
      groups={groups}
      isLoading={documents === undefined}
      count={isWhole ? documents.length : count}
      failure={pages.error}
      onRetry={() => void pages.refetch()}
      onMore={pages.hasNextPage ? () => void pages.fetchNextPage() : undefined}
      isLoadingMore={pages.isFetchingNextPage}
    />
  );
}

const nobody: readonly number[] = [];

function useGroups({ tab, sort }: ShownView, documents: readonly ListedDocument[]): readonly ListGroup[] {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const persons = useProfile()?.persons ?? nobody;
  return useMemo(() => {
    const isGrouped = tab === 'tasks' && (sort === null || sort.key === 'age');
    if (!isGrouped) return [{ key: tab, title: null, documents }];
    const { questions, tasks: own } = withoutQuestions(documents, persons);
    const groups = sort === null ? groupedByUrgency(own, format.dayOf(now)) : groupedByAge(own, format, now);
    return [...questions, ...groups].map(({ key, tasks }) => ({
      key,
      title: t(`overview.group.${key}`),
      documents: tasks,
    }));
  }, [tab, sort, documents, persons, format, now, t]);
}

interface SplitProps extends ViewProps {
  readonly toolbar: ReactNode;
  readonly groups: readonly ListGroup[];
  readonly isLoading: boolean;
  /** Of all hits, loaded or not, up to `countedAtMost`; null while unknown. */
  readonly count: number | null;
  readonly failure: unknown;
  readonly onRetry: () => void;
  readonly onMore?: (() => void) | undefined;
  readonly isLoadingMore?: boolean;
}

/** The list at the left, the selected document at the right where there is room for it. */
function Split(props: SplitProps): ReactNode {
  const { view } = props;
  const search = route.useSearch();
  const { id } = search;
  const listed = useListed();
  const kind = search.of ?? listed.kinds[0]?.name;
  const navigate = useNavigate();
  const hasPreview = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  const documents = props.groups.flatMap((group) => group.documents);
  const selected =
    documents.find((document) => document.id === id && document.kind === kind) ?? documents[0] ?? null;

  const select = (document: ListedDocument): void => {
    const { id: _, of: __, ...others } = search;
    void navigate({ to: '/overview', search: { ...others, ...selectedIn(document, listed) }, replace: true });
  };
  const open = (document: ListedDocument): void => {
    const { route: to } = shownKind(listed, document.kind);
    void navigate({ to, search: { id: document.id } });
  };
  const neighbour = (step: 1 | -1): ListedDocument | undefined =>
    selected === null ? undefined : documents[documents.indexOf(selected) + step];
  const move = (step: 1 | -1): void => {
    const next = neighbour(step);
    if (next !== undefined) select(next);
  };
  const approvals = useSeveralApprovals();
  const hasApprovals = view.tab === 'tasks' ? approvals : undefined;
  const pick = (): void => {
    if (selected !== null && hasApprovals?.isPickable(selected)) approvals.toggle(selected);
  };
  useListKeys({ onMove: move, onPick: pick, onOpen: () => (selected === null ? undefined : open(selected)) });

  return (
    <div className={classes.split}>
      <DocumentList
        {...props}
        tab={view.tab}
        sort={view.sort}
        onSort={(sort) => view.show({ sort })}
        approvals={hasApprovals}
        onReset={filterCount(view.filter) === 0 ? undefined : view.reset}
        selected={hasPreview ? selected : null}
        onSelect={hasPreview ? select : open}
        onOpen={open}
      />
      {hasPreview ? (
        <Beside
          document={selected}
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
  readonly onOpen: (document: ListedDocument) => void;
}

/** The selected document; its part of the program comes while the list is read. */
function Beside({ document, onOpen, ...props }: BesideProps): ReactNode {
  const preview = usePart(loadPreview, true);
  if (document === null) return null;
  if (preview === null) return <div className={classes.awaited} />;
  return (
    <preview.Preview key={document.key} document={document} onOpen={() => onOpen(document)} {...props} />
  );
}
