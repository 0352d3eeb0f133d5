import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasRole } from '../../../platform/web/profile.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import {
  noFilter,
  type OverviewFilter,
  type OverviewTab,
  type ReferenceFilter,
  referenceFilters,
} from '../filter.ts';
import {
  AmountEditor,
  type FilterEditorProps,
  RangeEditor,
  ReferenceEditor,
  StatusEditor,
} from './FilterEditors.tsx';
import { namedOptions } from './filter-options.ts';

export type FilterPart = 'status' | 'client' | 'range' | 'amount' | ReferenceFilter;

/** The filters that always stand above the list, as far as the tab offers them; tasks have tools of their own there. */
const usualParts: readonly FilterPart[] = ['status', 'client', 'range'];
const taskParts: readonly FilterPart[] = ['status'];

/** What a tab can be narrowed by: own drafts have one status, one creator and nobody else's task. */
export function useFilterParts(tab: OverviewTab): {
  readonly pinned: FilterPart[];
  readonly others: FilterPart[];
} {
  const seesPrices = useHasRole('user-price');
  const pointless: readonly FilterPart[] = tab === 'drafts' ? ['status', 'creator', 'assignee'] : [];
  const isOffered = (part: FilterPart): boolean =>
    !pointless.includes(part) && (part !== 'amount' || seesPrices);
  const pinned = tab === 'tasks' ? taskParts : usualParts;
  const others: readonly FilterPart[] = [...referenceFilters, 'range', 'amount'];
  return {
    pinned: pinned.filter(isOffered),
    others: others.filter((part) => isOffered(part) && !pinned.includes(part)),
  };
}

/** The filter without one of its parts. */
export function withoutPart(filter: OverviewFilter, part: FilterPart): OverviewFilter {
  if (part === 'status') return { ...filter, status: [] };
  if (part === 'range') return { ...filter, range: null, dateField: 'created' };
  if (part === 'amount') return { ...filter, amountFrom: null, amountTo: null };
  return { ...filter, references: { ...filter.references, [part]: noFilter.references[part] } };
}

export function FilterEditor({
  part,
  ...props
}: FilterEditorProps & { readonly part: FilterPart }): ReactNode {
  if (part === 'status') return <StatusEditor {...props} />;
  if (part === 'range') return <RangeEditor {...props} />;
  if (part === 'amount') return <AmountEditor {...props} />;
  return <ReferenceEditor kind={part} {...props} />;
}

/** What a part is set to, in words; null when it narrows nothing. */
export function usePartText(part: FilterPart, filter: OverviewFilter): string | null {
  const { t } = useTranslation();
  const format = useFormat();
  const kind = part === 'status' || part === 'range' || part === 'amount' ? null : part;
  const ids = kind === null ? [] : filter.references[kind];
  const { data: named } = useQuery(namedOptions(kind ?? 'client', ids));
  if (part === 'status') return shortList(filter.status.map((status) => t(`status.procurement.${status}`)));
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
