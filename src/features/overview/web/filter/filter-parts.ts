import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import {
  kindOfStatus,
  type ListedFilter,
  type ListedKind,
  submittedStatuses,
} from '../../../../document/listed-kind.ts';
import { useListed } from '../../../../document/web/listed-kind.ts';
import { useHasRole, useProfile } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { DocumentKind } from '../../../../timeline/kinds.ts';
import {
  noFilter,
  noReference,
  type OverviewFilter,
  type OverviewTab,
  type ReferenceFilter,
  referenceFilters,
} from '../../filter.ts';
import { daysOfRange, isNamedRange, type TimeRange } from '../../time-range.ts';
import { useTabKinds } from '../use-overview-view.ts';
import { namedOptions } from './filter-options.ts';

/** Filters with a fixed set of words: two of all lists, and those added by modules. */
export type FilterPart = 'status' | 'kind' | 'range' | 'amount' | ReferenceFilter | (string & {});

/** The filter by used master data: set by links only (PROC-43). */
export const heldPart: FilterPart = 'held';

/** Filters always shown above the list if the tab offers them; tasks have their own tools there. */
const usualParts: readonly FilterPart[] = ['status', 'client', 'range'];
const taskParts: readonly FilterPart[] = ['status'];

/** Own drafts share one status and creator and have no assignee. */
const pointlessForDrafts: readonly FilterPart[] = ['kind', 'status', 'creator', 'assignee'];

/** The filters of a tab. */
export function useFilterParts(tab: OverviewTab): {
  readonly pinned: FilterPart[];
  readonly others: FilterPart[];
} {
  const seesPrices = useHasRole('user-price');
  const { filters } = useListed();
  const modules = useProfile()?.modules ?? [];
  const own = useTabKinds(tab).find(({ name }) => name === tab);
  const added = filters
    .filter(({ module, onlyOf = tab }) => modules.includes(module) && onlyOf === tab)
    .map(({ key }) => key);
  const isOffered = (part: FilterPart): boolean => {
    if (part === 'amount' && !seesPrices) return false;
    if (part === 'responsible') return own?.isLookedAfter ?? false;
    if (tab === 'tasks' || tab === 'all') return true;
    return tab === 'drafts' ? !pointlessForDrafts.includes(part) : part !== 'kind';
  };
  const pinned = tab === 'tasks' ? taskParts : usualParts;
  const others: readonly FilterPart[] = ['kind', ...referenceFilters, ...added, 'range', 'amount'];
  return {
    pinned: pinned.filter(isOffered),
    others: others.filter((part) => isOffered(part) && !pinned.includes(part)),
  };
}

/** Filters with a task list, and the word of that list, for modules that are on (OVW-10). */
export function useTaskLists(): readonly (Pick<ListedFilter, 'key' | 'onlyOf'> & {
  readonly word: string;
})[] {
  const { filters } = useListed();
  const modules = useProfile()?.modules ?? [];
  return filters.flatMap(({ key, module, onlyOf, ofTasks: word }) =>
    word !== undefined && modules.includes(module)
      ? [{ key, word, ...(onlyOf !== undefined && { onlyOf }) }]
      : [],
  );
}

/** A word of a filter, with the kind if it is a status. */
export interface FilterWord {
  readonly word: string;
  /** Kind of the status; null for other words. */
  readonly statusOf: DocumentKind | null;
}

/** The words of a filter on a tab; null if it has none. */
export function useWords(part: FilterPart, tab: OverviewTab): readonly FilterWord[] | null {
  const { filters } = useListed();
  const kinds = useTabKinds(tab);
  if (part === 'status') return statusWords(kinds);
  const plain = (word: string): FilterWord => ({ word, statusOf: null });
  if (part === 'kind') return kinds.map(({ name }) => plain(name));
  return filters.find(({ key }) => key === part)?.words.map(plain) ?? null;
}

function statusWords(kinds: readonly ListedKind[]): readonly FilterWord[] {
  return submittedStatuses(kinds).map((word) => ({
    word,
    statusOf: kindOfStatus(kinds, word)?.name ?? null,
  }));
}

/** The chosen words of a filter. */
export function chosenWords(part: FilterPart, filter: OverviewFilter): readonly string[] {
  if (part === 'status') return filter.status;
  return part === 'kind' ? filter.kinds : (filter.words[part] ?? []);
}

/** The filter with other words chosen, in their fixed order. */
export function withWords(
  part: FilterPart,
  filter: OverviewFilter,
  words: readonly string[],
): Partial<OverviewFilter> {
  if (part === 'status') return { status: words };
  if (part === 'kind') return { kinds: words };
  const { [part]: _, ...others } = filter.words;
  return { words: words.length === 0 ? others : { ...others, [part]: words } };
}

export function wordKey(part: FilterPart, { word, statusOf }: FilterWord): string {
  return statusOf === null ? `overview.${part}.${word}` : `status.${statusOf}.${word}`;
}

/** The filter with one part reset. */
export function withoutPart(filter: OverviewFilter, part: FilterPart): OverviewFilter {
  if (part === 'range') return { ...filter, range: null, dateField: 'created' };
  if (part === 'amount') return { ...filter, amountFrom: null, amountTo: null };
  if (part === heldPart) return { ...filter, held: [] };
  if (!isReference(part)) return { ...filter, ...withWords(part, filter, []) };
  return { ...filter, references: { ...filter.references, [part]: noFilter.references[part] } };
}

export function isReference(part: FilterPart): part is ReferenceFilter {
  return referenceFilters.some((known) => known === part);
}

/** Text of a filter's value on a tab; null when not set. */
export function usePartText(part: FilterPart, filter: OverviewFilter, tab: OverviewTab): string | null {
  const { t } = useTranslation();
  const format = useFormat();
  const kinds = useTabKinds(tab);
  const reference = isReference(part) ? part : null;
  const ids = reference === null ? [] : filter.references[reference];
  const { data: named } = useQuery(namedOptions(reference ?? 'client', ids));
  if (part === 'amount') return amountText(filter, format.amount);
  if (part === heldPart) return filter.held.length === 0 ? null : t('overview.filter.held_chosen');
  if (part !== 'range' && reference === null) {
    const statusOf = (word: string) => (part === 'status' ? (kindOfStatus(kinds, word)?.name ?? null) : null);
    return shortList(
      chosenWords(part, filter).map((word) => t(wordKey(part, { word, statusOf: statusOf(word) }))),
    );
  }
  if (part !== 'range') {
    const nameOf = (id: number): string | undefined =>
      id === noReference ? t('overview.filter.none') : named?.find((row) => row.id === id)?.name;
    return shortList(ids.map((id) => nameOf(id) ?? '…'));
  }
  if (filter.range === null) return null;
  const range = isNamedRange(filter.range)
    ? t(`overview.range.${filter.range}`)
    : daysText(filter.range, format);
  return filter.dateField === 'created' ? range : `${t(`overview.filter.date.${filter.dateField}`)} ${range}`;
}

/** The days of a range as text, one day if it has only one. */
export function daysText(
  range: TimeRange,
  format: Pick<ReturnType<typeof useFormat>, 'day'>,
  today: Day = '',
): string {
  const { from, to } = daysOfRange(range, today);
  return from === to ? format.day(from) : `${format.day(from)} – ${format.day(to)}`;
}

function shortList([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  return others.length === 0 ? first : `${first} +${others.length}`;
}

function amountText(
  { amountFrom, amountTo }: OverviewFilter,
  show: (amount: string) => string,
): string | null {
  if (amountFrom !== null && amountTo !== null) return `${show(amountFrom)} – ${show(amountTo)}`;
  if (amountFrom !== null) return `≥ ${show(amountFrom)}`;
  return amountTo === null ? null : `≤ ${show(amountTo)}`;
}
