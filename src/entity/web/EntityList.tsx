import { Button, Pagination, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '../../platform/web/chunk.ts';
import { EmptyState, ErrorState } from '../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../platform/web/kit/PageTitleRow.tsx';
import { type TypedText, useTypedText } from '../../platform/web/use-typed-text.ts';
import type { Entity } from '../entity.ts';
import { entityLabelKey } from '../labels.ts';
import classes from './EntityList.module.css';
import { EntityTable } from './EntityTable.tsx';
import { useCatalog, useEntities } from './entity-catalog.tsx';
import { type ListView, listOptions, pageSize } from './list-data.ts';

const EntitySheet = lazy(() =>
  loadChunk(() => import('./sheet/EntitySheet.tsx')).then((chunk) => ({ default: chunk.EntitySheet })),
);

export type ViewMode = 'list' | 'table';

export interface EntityListProps {
  readonly entity: Entity;
  readonly view: ListView;
  readonly viewMode: ViewMode;
  readonly onView: (change: Partial<ListView>) => void;
  readonly onViewMode: (mode: ViewMode) => void;
  /** Opens a record, or the form of a new one. */
  readonly onOpen: (id: number | null) => void;
}

/** All records of an entity, as a list or as a table view (LIST-01); in a table view where another form edits them. */
export function EntityList(props: EntityListProps): ReactNode {
  const { entity, viewMode, onViewMode, onOpen } = props;
  const { t } = useTranslation();
  const { entities, isReadOnly } = useCatalog();
  const title = t(entityLabelKey(entity.table, 'many'));
  const sheet = (
    <Suspense fallback={<Skeleton height={400} m={16} />}>
      <EntitySheet key={entity.table} entity={entity} entities={entities} onOpen={onOpen} />
    </Suspense>
  );
  if (entity.editedIn !== undefined)
    return (
      <>
        <PageTitleRow title={title} />
        {sheet}
      </>
    );
  if (isReadOnly)
    return (
      <>
        <PageTitleRow title={title} />
        <ListBody key={entity.table} {...props} />
      </>
    );
  return (
    <>
      <PageTitleRow title={title}>
        <SegmentedControl
          size="xs"
          aria-label={t('entity.view')}
          value={viewMode}
          onChange={(mode) => onViewMode(mode === 'table' ? 'table' : 'list')}
          data={[
            { value: 'list', label: t('entity.view_list') },
            { value: 'table', label: t('entity.view_table') },
          ]}
        />
        <Button
          // The table view has its own main action: saving.
          variant={viewMode === 'table' ? 'default' : 'filled'}
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          onClick={() => onOpen(null)}
        >
          {t(entityLabelKey(entity.table, 'new'))}
        </Button>
      </PageTitleRow>
      {viewMode === 'table' ? sheet : <ListBody key={entity.table} {...props} />}
    </>
  );
}

function ListBody({ entity, view, onView, onOpen }: EntityListProps): ReactNode {
  const { t } = useTranslation();
  const entities = useEntities();
  const { data, error, refetch, isPlaceholderData } = useQuery(listOptions(entity, entities, view));
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / pageSize));
  const searchField = useRef<TypedText>(null);
  const show = (change: Partial<ListView>): void => {
    const text = change.text ?? searchField.current?.text ?? view.text;
    searchField.current?.showText(text);
    onView({ ...change, text });
  };
  // Fewer rows are found than before, or the last row of the last page was deleted.
  const isBeyond = data !== undefined && !isPlaceholderData && view.page > pages;
  const goToLast = useEffectEvent(() => onView({ page: pages }));
  useEffect(() => {
    if (isBeyond) goToLast();
  }, [isBeyond]);
  return (
    <section className={classes.section} aria-label={t(entityLabelKey(entity.table, 'many'))}>
      <search className={classes.bar}>
        <SearchField text={view.text} onText={(text) => show({ text, page: 1 })} field={searchField} />
        <SegmentedControl
          size="xs"
          aria-label={t('entity.state')}
          value={view.active}
          onChange={(active) => show({ active: active as ListView['active'], page: 1 })}
          data={(['active', 'inactive', 'all'] as const).map((value) => ({
            value,
            label: t(`entity.filter.${value}`),
          }))}
        />
        <p className={classes.count} aria-live="polite">
          {data === undefined ? '' : t('entity.count', { count: data.count })}
        </p>
      </search>
      {error !== null && data === undefined ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined || isBeyond ? (
        <Waiting />
      ) : data.rows.length === 0 ? (
        <NothingHere entity={entity} view={view} onOpen={onOpen} />
      ) : (
        <>
          <EntityTable
            entity={entity}
            rows={data.rows}
            sort={view.sort}
            isOutdated={isPlaceholderData}
            onSort={(sort) => show({ sort, page: 1 })}
            onOpen={onOpen}
          />
          <Pages total={pages} page={view.page} onPage={(page) => show({ page })} />
        </>
      )}
    </section>
  );
}

/** Searches after a typing pause, or immediately on Enter. */
function SearchField(props: Parameters<typeof useTypedText>[0]): ReactNode {
  const { t } = useTranslation();
  const { typed, type, search } = useTypedText(props);
  return (
    <TextInput
      data-page-search
      type="search"
      className={classes.search}
      aria-label={t('entity.search')}
      placeholder={t('entity.search')}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed);
      }}
    />
  );
}

function Waiting(): ReactNode {
  return (
    <div className={classes.waiting} aria-busy="true">
      {Array.from({ length: 12 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
        <Skeleton key={row} height={20} my={8} mx={16} />
      ))}
    </div>
  );
}

interface PagesProps {
  readonly total: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function Pages({ total, page, onPage }: PagesProps): ReactNode {
  const { t } = useTranslation();
  if (total === 1) return null;
  return (
    <nav className={classes.pages} aria-label={t('entity.pages')}>
      <Pagination
        size="sm"
        total={total}
        value={Math.min(page, total)}
        onChange={onPage}
        getItemProps={(item) => ({ 'aria-label': t('entity.page', { page: item }) })}
        getControlProps={(control) => ({ 'aria-label': t(`entity.page_${control}`) })}
      />
    </nav>
  );
}

/** Explains the empty list and offers the next step. */
function NothingHere({
  entity,
  view,
  onOpen,
}: Pick<EntityListProps, 'entity' | 'view' | 'onOpen'>): ReactNode {
  const { t } = useTranslation();
  const { isReadOnly } = useCatalog();
  const isNarrowed = view.text !== '' || view.active !== 'active';
  return (
    <EmptyState
      title={t(isNarrowed ? 'entity.nothing_found' : 'entity.nothing_yet')}
      action={
        isNarrowed || isReadOnly ? undefined : (
          <Button variant="default" onClick={() => onOpen(null)}>
            {t(entityLabelKey(entity.table, 'new'))}
          </Button>
        )
      }
    >
      {t(isNarrowed ? 'entity.nothing_found_text' : `entity.${entity.table}.about`)}
    </EmptyState>
  );
}
