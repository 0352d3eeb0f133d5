import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Module } from '../../../../platform/modules.ts';
import { useHasRole, useProfile } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { contractCategories } from '../../../contract/model.ts';
import {
  filterStatuses,
  listedKinds,
  noFilter,
  type OverviewFilter,
  type OverviewTab,
  type ReferenceFilter,
  referenceFilters,
} from '../../filter.ts';
import { namedOptions } from './filter-options.ts';

/** Filters that choose among a few words. */
const wordFilters = ['status', 'kind', 'contract_category'] as const;
export type WordFilter = (typeof wordFilters)[number];

export type FilterPart = WordFilter | 'range' | 'amount' | ReferenceFilter;

/** The filters that always stand above the list, as far as the tab offers them; tasks have tools of their own there. */
const usualParts: readonly FilterPart[] = ['status', 'client', 'range'];
const taskParts: readonly FilterPart[] = ['status'];

/** What is pointless on a tab: own drafts have one status, one creator and nobody else's task. */
const pointless: Readonly<Record<OverviewTab, readonly FilterPart[]>> = {
  tasks: [],
  all: [],
  procurement: ['kind'],
  drafts: ['kind', 'status', 'creator', 'assignee'],
};

/** What a tab can be narrowed by. */
export function useFilterParts(tab: OverviewTab): {
  readonly pinned: FilterPart[];
  readonly others: FilterPart[];
} {
  const seesPrices = useHasRole('user-price');
  const hasContracts = useProfile()?.modules.includes('contract') ?? false;
  const isOffered = (part: FilterPart): boolean =>
    !pointless[tab].includes(part) &&
    (part !== 'amount' || seesPrices) &&
    (part !== 'contract_category' || hasContracts);
  const pinned = tab === 'tasks' ? taskParts : usualParts;
  const others: readonly FilterPart[] = ['kind', ...referenceFilters, 'contract_category', 'range', 'amount'];
  return {
    pinned: pinned.filter(isOffered),
    others: others.filter((part) => isOffered(part) && !pinned.includes(part)),
  };
}

/** The words that a filter chooses among, and those that it has chosen. */
export function wordsOf(
  part: WordFilter,
  filter: OverviewFilter,
  modules: readonly Module[],
): { readonly all: readonly string[]; readonly chosen: readonly string[] } {
  if (part === 'status') return { all: filterStatuses, chosen: filter.status };
  if (part === 'contract_category') return { all: contractCategories, chosen: filter.contractCategories };
  return { all: listedKinds.filter((kind) => modules.includes(kind)), chosen: filter.kinds };
}

/** The filter with other words chosen; their order is always the same. */
export function withWords(part: WordFilter, words: readonly string[]): Partial<OverviewFilter> {
  if (part === 'status') return { status: filterStatuses.filter((status) => words.includes(status)) };
  if (part === 'kind') return { kinds: listedKinds.filter((kind) => words.includes(kind)) };
  return { contractCategories: contractCategories.filter((category) => words.includes(category)) };
}

export function wordKey(part: WordFilter, word: string): string {
  return part === 'status' ? `status.procurement.${word}` : `overview.${part}.${word}`;
}

/** The filter without one of its parts. */
export function withoutPart(filter: OverviewFilter, part: FilterPart): OverviewFilter {
  if (isWordFilter(part)) return { ...filter, ...withWords(part, []) };
  if (part === 'range') return { ...filter, range: null, dateField: 'created' };
  if (part === 'amount') return { ...filter, amountFrom: null, amountTo: null };
  return { ...filter, references: { ...filter.references, [part]: noFilter.references[part] } };
}

export function isWordFilter(part: FilterPart): part is WordFilter {
  return wordFilters.some((known) => known === part);
}

/** What a part is set to, in words; null when it narrows nothing. */
export function usePartText(part: FilterPart, filter: OverviewFilter): string | null {
  const { t } = useTranslation();
  const format = useFormat();
  const kind = isWordFilter(part) || part === 'range' || part === 'amount' ? null : part;
  const ids = kind === null ? [] : filter.references[kind];
  const { data: named } = useQuery(namedOptions(kind ?? 'client', ids));
  if (isWordFilter(part)) {
    return shortList(wordsOf(part, filter, []).chosen.map((word) => t(wordKey(part, word))));
  }
  if (part === 'amount') return amountText(filter, format.amount);
  if (part !== 'range') return shortList(ids.map((id) => named?.find((row) => row.id === id)?.name ?? '…'));
  if (filter.range === null) return null;
  const range = t(`overview.range.${filter.range}`);
  return filter.dateField === 'created' ? range : `${t('overview.filter.date.delivery')} ${range}`;
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
