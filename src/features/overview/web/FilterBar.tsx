import { Button, Drawer, Menu, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { debounceMs } from '../../../platform/constants.ts';
import { useHasRole } from '../../../platform/web/profile.ts';
import { filterCount, noFilter, type OverviewFilter, sortKeys } from '../filter.ts';
import classes from './FilterBar.module.css';
import { FilterChip } from './FilterChip.tsx';
import { FilterEditor, type FilterPart, useFilterParts, usePartText, withoutPart } from './FilterPart.tsx';
import type { ShownView } from './use-overview-view.ts';

/** What the list is narrowed to: a text and chips; on a phone the chips are in a drawer (OVW-04). */
export function FilterBar({ view }: { readonly view: ShownView }): ReactNode {
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  return (
    <>
      <SearchField
        value={view.filter.text}
        onChange={(text) => view.narrow({ text }, { replace: view.filter.text !== '' })}
      />
      {isNarrow ? <FilterDrawer view={view} /> : <Chips view={view} />}
    </>
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
    view.show({ filter: withoutPart(filter, part) });
  };
  return (
    <>
      {[...pinned, ...shown].map((part) => (
        <PartChip
          key={part}
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
      <LateDeliveries view={view} />
      {filterCount(filter) === 0 ? null : (
        <Button variant="subtle" size="compact-sm" onClick={view.reset}>
          {t('overview.filter.reset')}
        </Button>
      )}
    </>
  );
}

/** What suppliers should have delivered by now (PROC-35); tasks have a list of their own. */
function LateDeliveries({ view }: { readonly view: ShownView }): ReactNode {
  const { t } = useTranslation();
  const { isOverdue } = view.filter;
  if (view.tab === 'tasks' || view.tab === 'drafts') return null;
  return (
    <Button
      variant={isOverdue ? 'light' : 'subtle'}
      size="compact-sm"
      aria-pressed={isOverdue}
      onClick={() => view.narrow({ isOverdue: !isOverdue })}
    >
      {t('overview.filter.late_deliveries')}
    </Button>
  );
}

interface PartChipProps {
  readonly part: FilterPart;
  readonly filter: OverviewFilter;
  readonly startsOpen: boolean;
  readonly onChange: (change: Partial<OverviewFilter>) => void;
  readonly onRemove: () => void;
}

function PartChip({ part, filter, startsOpen, onChange, onRemove }: PartChipProps): ReactNode {
  const { t } = useTranslation();
  const value = usePartText(part, filter);
  return (
    <FilterChip
      label={t(`overview.filter.${part}`)}
      value={value}
      onRemove={onRemove}
      startsOpen={startsOpen}
    >
      <FilterEditor part={part} filter={filter} onChange={onChange} isFocused />
    </FilterChip>
  );
}

function FilterDrawer({ view }: { readonly view: ShownView }): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { pinned, others } = useFilterParts(view.tab);
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
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size="85%"
        lockScroll={false}
        title={t('overview.filter.add')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
        attributes={{ header: { role: 'presentation' } }}
      >
        <SortSelect view={view} />
        <LateDeliveries view={view} />
        {[...pinned, ...others].map((part) => (
          <section key={part} className={classes.part}>
            <h3 className={classes.partTitle}>{t(`overview.filter.${part}`)}</h3>
            <FilterEditor
              part={part}
              filter={view.filter}
              onChange={(change) => view.narrow(change, { replace: true })}
            />
          </section>
        ))}
        <div className={classes.drawerFoot}>
          <Button variant="default" onClick={() => view.show({ filter: noFilter }, { replace: true })}>
            {t('overview.filter.reset')}
          </Button>
          <Button onClick={() => setOpen(false)}>{t('overview.filter.show')}</Button>
        </div>
      </Drawer>
    </>
  );
}

/** On a phone there are no column heads to click. */
function SortSelect({ view }: { readonly view: ShownView }): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const keys = sortKeys.filter(
    (key) => key !== 'urgency' && (key !== 'amount' || seesPrices) && (key !== 'age' || view.tab === 'tasks'),
  );
  const value = view.sort === null ? '' : `${view.sort.isDescending ? '-' : ''}${view.sort.key}`;
  const options = keys.flatMap((key) => [
    { value: key, label: `${t(`overview.sort.${key}`)} ↑` },
    { value: `-${key}`, label: `${t(`overview.sort.${key}`)} ↓` },
  ]);
  return (
    <NativeSelect
      label={t('overview.sort.label')}
      value={value}
      data={[{ value: '', label: t('overview.sort.usual') }, ...options]}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        const key = keys.find((each) => each === chosen.replace('-', ''));
        const sort = key === undefined ? null : { key, isDescending: chosen.startsWith('-') };
        view.show({ sort }, { replace: true });
      }}
    />
  );
}

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Searches when the typing pauses, at once with Enter; Esc empties it, `/` leads to it. */
function SearchField({ value, onChange }: SearchFieldProps): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  // What this field asked for itself must not overwrite what has been typed since.
  const asked = useRef(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (asked.current !== value) setTyped(value);
  }
  const commit = (text: string): void => {
    asked.current = text.trim();
    if (text.trim() !== value) onChange(text.trim());
  };
  const commitLater = useDebouncedCallback(commit, debounceMs);
  const change = (text: string): void => {
    setTyped(text);
    commitLater(text);
  };
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
            onClick={() => {
              setTyped('');
              commit('');
            }}
          >
            <IconX size={14} stroke={1.6} aria-hidden />
          </button>
        )
      }
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(typed);
        if (event.key !== 'Escape') return;
        if (typed === '') event.currentTarget.blur();
        setTyped('');
        commit('');
      }}
    />
  );
}

function isSet(filter: OverviewFilter, part: FilterPart): boolean {
  return filterCount(filter) !== filterCount(withoutPart(filter, part));
}
