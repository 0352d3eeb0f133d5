import { Button, Menu, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListed } from '../../../../document/web/listed-kind.ts';
import { loadFirstChunk } from '../../../../platform/web/chunk.ts';
import { useFormat, useNow } from '../../../../platform/web/use-format.ts';
import { useIsPhone } from '../../../../platform/web/use-is-phone.ts';
import { usePart } from '../../../../platform/web/use-part.ts';
import { useTypedText } from '../../../../platform/web/use-typed-text.ts';
import { filterCount, type OverviewFilter } from '../../filter.ts';
import type { ShownView } from '../use-overview-view.ts';
import classes from './FilterBar.module.css';
import { FilterChip } from './FilterChip.tsx';
import { lookedAtOptions } from './filter-options.ts';
import { type FilterPart, heldPart, useFilterParts, withoutPart } from './filter-parts.ts';
import { QuickFilters } from './QuickFilters.tsx';

const loadDrawer = () => loadFirstChunk(() => import('./FilterDrawer.tsx'));

/** Filters of the list: a text and chips; on a phone the chips are in a drawer (OVW-04). */
export function FilterBar({ view }: { readonly view: ShownView }): ReactNode {
  const isPhone = useIsPhone();
  return (
    <>
      <SearchField view={view} />
      {isPhone ? <PhoneFilters view={view} /> : <Chips view={view} />}
      <LookedAt filter={view.filter} />
    </>
  );
}

/** Shows when the data behind a filter was last computed, for data computed periodically. */
function LookedAt({ filter }: { readonly filter: OverviewFilter }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const record = useListed().filters.find(({ key }) => filter.words[key] !== undefined)?.lookedAt;
  const { data: at } = useQuery(lookedAtOptions(record));
  if (record === undefined || at === undefined) return null;
  return (
    <span className={classes.lookedAt}>
      {at === null
        ? t('overview.filter.never_looked')
        : t('overview.filter.looked_at', { at: format.shortInstant(at, now) })}
    </span>
  );
}

function Chips({ view }: { readonly view: ShownView }): ReactNode {
  const { t } = useTranslation();
  const { filter, tab } = view;
  const { pinned, others } = useFilterParts(tab);
  const [added, setAdded] = useState<FilterPart | null>(null);
  const shown = others.filter((part) => part === added || isSet(filter, part));
  const addable = others.filter((part) => !shown.includes(part));
  const remove = (part: FilterPart): void => {
    setAdded(null);
    const { text: _, ...kept } = withoutPart(filter, part);
    view.narrow(kept);
  };
  return (
    <>
      {[...pinned, ...shown, ...(filter.held.length === 0 ? [] : [heldPart])].map((part) => (
        <FilterChip
          key={part}
          tab={tab}
          part={part}
          filter={filter}
          startsOpen={part === added}
          onChange={(change) => view.narrow(change)}
          onRemove={() => remove(part)}
        />
      ))}
      {addable.length === 0 ? null : (
        <Menu position="bottom-start" width={200} returnFocus={false}>
          <Menu.Target>
            <button type="button" className={classes.add}>
              {t('overview.filter.add')}
              <IconPlus size={14} stroke={1.6} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {addable.map((part) => (
              <Menu.Item key={part} onClick={() => setAdded(part)}>
                {t(`overview.filter.${part}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <QuickFilters view={view} />
      {filterCount(filter) === 0 ? null : (
        <Button variant="subtle" size="compact-sm" onClick={view.reset}>
          {t('overview.filter.reset')}
        </Button>
      )}
    </>
  );
}

/** A button that opens the filter drawer. */
function PhoneFilters({ view }: { readonly view: ShownView }): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const drawer = usePart(loadDrawer, isOpen);
  const count = filterCount({ ...view.filter, text: '' });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.6} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {count === 0 ? t('overview.filter.add') : t('overview.filter.add_count', { count })}
      </Button>
      {drawer === null ? null : (
        <drawer.FilterDrawer view={view} opened={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** Searches when typing pauses, or at once with Enter; Esc clears it, `/` focuses it. */
function SearchField({ view }: { readonly view: ShownView }): ReactNode {
  const { t } = useTranslation();
  const { typed, type, search } = useTypedText({
    text: view.filter.text,
    onText: view.searchFor,
    field: view.searchField,
  });
  return (
    <TextInput
      data-page-search
      type="text"
      role="searchbox"
      className={classes.search}
      aria-label={t('overview.filter.text')}
      placeholder={t('overview.filter.text')}
      leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={
        typed === '' ? null : (
          <button
            type="button"
            className={classes.clear}
            aria-label={t('shell.field.clear', { field: t('overview.filter.text') })}
            onClick={() => search('')}
          >
            <IconX size={14} stroke={1.6} aria-hidden />
          </button>
        )
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed);
        if (event.key !== 'Escape') return;
        if (typed === '') event.currentTarget.blur();
        search('');
      }}
    />
  );
}

function isSet(filter: OverviewFilter, part: FilterPart): boolean {
  return filterCount(filter) !== filterCount(withoutPart(filter, part));
}
