import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import { filterCount, noFilter, overviewTabs } from '../filter.ts';
import { groupedByAge } from './age-groups.ts';
import { DocumentList, type ListGroup } from './DocumentList.tsx';
import { documentsOptions, type Selection, selectionOf } from './documents.ts';
import { ExportButton } from './ExportButton.tsx';
import { FilterBar } from './FilterBar.tsx';
import type { ListedDocument } from './listed-document.ts';
import classes from './OverviewPage.module.css';
import { Preview } from './Preview.tsx';
import { SavedFilters } from './SavedFilters.tsx';
import { tasksOptions, useTaskCount } from './tasks.ts';
import { useListKeys } from './use-list-keys.ts';
import { type ShownView, useFilterFacts, useOverviewView } from './use-overview-view.ts';

const route = getRouteApi('/shell/overview');

/** What to do now, and every document beside it (OVW-01). */
export function OverviewPage(): ReactNode {
  const { t } = useTranslation();
  const view = useOverviewView();
  const { tab } = view;
  const taskCount = useTaskCount();
  usePageTitle(t(`overview.tab.${tab}`));
  return (
    <div className={classes.page}>
      <h1 className="visually-hidden">{t(`overview.tab.${tab}`)}</h1>
      <Tabs
        value={tab}
        className={classes.tabs}
        onChange={(value) => {
          const chosen = overviewTabs.find((known) => known === value);
          if (chosen !== undefined) view.show({ tab: chosen, filter: noFilter, sort: null });
        }}
      >
        <Tabs.List aria-label={t('overview.tabs')}>
          {overviewTabs.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {t(`overview.tab.${value}`)}
              {value === 'tasks' && taskCount ? <span className={classes.tabCount}>{taskCount}</span> : null}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {overviewTabs.map((value) => (
          <Tabs.Panel key={value} value={value} className={classes.panel}>
            {value !== tab ? null : tab === 'tasks' ? (
              <MyTasks view={view} />
            ) : (
              <Documents view={view} key={tab} />
            )}
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

/** By age in groups, the oldest first, until another order is chosen (OVW-10). */
function MyTasks({ view }: ViewProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const selection = useSelection(view);
  const tasks = useQuery(tasksOptions(selection));
  const isByAge = view.sort === null;
  const groups = useMemo((): readonly ListGroup[] => {
    const documents = tasks.data ?? [];
    if (!isByAge) return [{ key: 'tasks', title: null, documents }];
    const oldestFirst = documents.toSorted((left, right) => left.since.localeCompare(right.since));
    return groupedByAge(oldestFirst, format, now).map(({ group, tasks: found }) => ({
      key: group,
      title: t(`overview.group.${group}`),
      documents: found,
    }));
  }, [tasks.data, isByAge, format, now, t]);
  return (
    <Split
      view={view}
      selection={selection}
      groups={groups}
      count={tasks.data?.length ?? null}
      failure={tasks.error}
      onRetry={() => void tasks.refetch()}
    />
  );
}

function Documents({ view }: ViewProps): ReactNode {
  const selection = useSelection(view);
  const pages = useInfiniteQuery(documentsOptions(selection));
  const documents = useMemo(() => pages.data?.pages.flatMap((page) => page.documents) ?? [], [pages.data]);
  return (
    <Split
      view={view}
      selection={selection}
      groups={[{ key: view.tab, title: null, documents }]}
      count={pages.data?.pages[0]?.count ?? null}
      failure={pages.error}
      onRetry={() => void pages.refetch()}
      onMore={pages.hasNextPage ? () => void pages.fetchNextPage() : undefined}
      isLoadingMore={pages.isFetchingNextPage}
    />
  );
}

interface SplitProps extends ViewProps {
  readonly selection: Selection | null;
  readonly groups: readonly ListGroup[];
  /** Of all hits, loaded or not; null while unknown. */
  readonly count: number | null;
  readonly failure: unknown;
  readonly onRetry: () => void;
  readonly onMore?: (() => void) | undefined;
  readonly isLoadingMore?: boolean;
}

/** The list at the left, the selected document at the right where there is room for it. */
function Split(props: SplitProps): ReactNode {
  const { view, selection } = props;
  const search = route.useSearch();
  const { id } = search;
  const navigate = useNavigate();
  const hasPreview = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  const documents = props.groups.flatMap((group) => group.documents);
  const selected = documents.find((document) => document.id === id) ?? documents[0] ?? null;

  const select = (document: ListedDocument): void => {
    void navigate({ to: '/overview', search: { ...search, id: document.id }, replace: true });
  };
  const open = (document: ListedDocument): void => {
    void navigate({ to: '/procurement/form', search: { id: document.id } });
  };
  const neighbour = (step: 1 | -1): ListedDocument | undefined =>
    selected === null ? undefined : documents[documents.indexOf(selected) + step];
  const move = (step: 1 | -1): void => {
    const next = neighbour(step);
    if (next !== undefined) select(next);
  };
  useListKeys({ onMove: move, onOpen: () => (selected === null ? undefined : open(selected)) });

  return (
    <div className={classes.split}>
      <DocumentList
        {...props}
        kind={view.tab}
        sort={view.sort}
        onSort={(sort) => view.show({ sort })}
        onReset={filterCount(view.filter) === 0 ? undefined : view.reset}
        toolbar={
          <>
            <FilterBar view={view} />
            <span className={classes.tools}>
              <SavedFilters view={view} />
              <ExportButton selection={selection} count={props.count} />
            </span>
          </>
        }
        selected={hasPreview ? selected : null}
        onSelect={hasPreview ? select : open}
        onOpen={open}
      />
      {hasPreview && selected !== null ? (
        <Preview
          key={selected.id}
          id={selected.id}
          onPrevious={neighbour(-1) && (() => move(-1))}
          onNext={neighbour(1) && (() => move(1))}
          onOpen={() => open(selected)}
          onDone={() => {
            const next = neighbour(1) ?? neighbour(-1);
            if (view.tab === 'tasks' && next !== undefined) select(next);
          }}
        />
      ) : null}
    </div>
  );
}
