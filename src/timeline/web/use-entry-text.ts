import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isDay } from '../../base/day.ts';
import { gql } from '../../platform/web/api.ts';
import { useFormat } from '../../platform/web/use-format.ts';
import { isPassedOn, isStep } from '../kinds.ts';
import type { TimelineEntryRow } from './entry-view.ts';

/** Values of system remarks that are ids of persons. */
const personValues = ['from', 'to', 'for', 'by'];

const namesQuery = 'query Names($ids: [bigint!]!) { lb_user(where: { id: { _in: $ids } }) { id name } }';

/** Words each entry in the variant of TL-08 for its state. */
export function useEntryText(entries: readonly TimelineEntryRow[]): (entry: TimelineEntryRow) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = usePersonNames(entries);

  const noteText = (entry: TimelineEntryRow, name: string): string => {
    const shown = (key: string, value: unknown): unknown => {
      if (typeof value === 'string' && isDay(value)) return format.day(value);
      if (key === 'parts') return partsText(t, String(value));
      if (key === 'field') return t(`field.${value}`, { defaultValue: String(value) });
      return personValues.includes(key) ? nameOf(Number(value)) : value;
    };
    const values = Object.entries(entry.message_values ?? {}).map(([key, value]): [string, unknown] => [
      key,
      shown(key, value),
    ]);
    const currency = entry.message_values?.currency;
    const options = typeof currency === 'string' ? { currency, decimals: 2 } : {};
    const amounts = Object.entries(entry.message_amounts ?? {}).map(([key, amount]): [string, unknown] => [
      key,
      format.amount(amount, options),
    ]);
    return t(`timeline.note.${entry.message_code}`, {
      ...Object.fromEntries([...values, ...amounts]),
      name,
      ...(amounts.length > 0 ? { context: 'amount' } : {}),
    });
  };

  return (entry) => {
    const person = entry.status === null ? entry.lb_user : (entry.lb_user ?? entry.created_by);
    const through = (name: string) => throughName(t, name, entry.actor?.name);
    const author = through(entry.created_by?.name ?? entry.lb_user?.name ?? t('timeline.nobody'));
    if (entry.status === 'comment') return author;
    if (entry.message_code !== null) return noteText(entry, author);
    if (entry.status === 'auditLog') return t('timeline.edited', { name: author });
    if (entry.status === 'upload' && entry.type === 'comment')
      return t('timeline.uploaded', { name: author });
    if (entry.text_type === 'past' && entry.lb_user === null && isStep(entry.type)) {
      return t('timeline.not_needed', { step: t(`step.${entry.type}`) });
    }
    if (isPassedOn(entry)) return t('timeline.passed_on', { step: t(`step.${entry.type}`) });
    const name = through(actingName(t, person?.name ?? t('timeline.anybody'), entry.for_user?.name));
    return t(`timeline.${entry.type}.${entry.text_type}`, { name });
  };
}

/** The names of the parts covered by an approval. */
function partsText(t: (key: string) => string, parts: string): string {
  return parts
    .split(' ')
    .map((part) => t(`document.covered.${part}`))
    .join(', ');
}

/** "A for B" while A is B's substitute (APPR-15). */
function actingName(
  t: (key: string, values: Readonly<Record<string, unknown>>) => string,
  name: string,
  represented: string | null | undefined,
): string {
  return represented ? t('timeline.acting', { name, for: represented }) : name;
}

/** "A (durch B)" if B acted for A (TL-27). */
function throughName(
  t: (key: string, values: Readonly<Record<string, unknown>>) => string,
  name: string,
  actor: string | null | undefined,
): string {
  return actor ? t('timeline.through', { name, actor }) : name;
}

/** Names of persons mentioned by system remarks, in addition to those of the entries. */
function usePersonNames(entries: readonly TimelineEntryRow[]): (id: number) => string {
  const { t } = useTranslation();
  const known = new Map(
    entries
      .flatMap((entry) => [entry.lb_user, entry.created_by])
      .flatMap((person) => (person === null ? [] : [[person.id, person.name] as const])),
  );
  const mentioned = entries.flatMap((entry) =>
    personValues.flatMap((key) =>
      entry.message_values?.[key] == null ? [] : Number(entry.message_values[key]),
    ),
  );
  const ids = [...new Set(mentioned.filter((id) => id > 0 && !known.has(id)))].toSorted((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['person-names', ids],
    queryFn: ({ signal }) =>
      gql<{ lb_user: { id: number; name: string }[] }>(namesQuery, { ids }, { signal }),
    enabled: ids.length > 0,
    staleTime: 5 * 60_000,
  });
  for (const person of data?.lb_user ?? []) known.set(person.id, person.name);
  return (id) => known.get(id) ?? t('timeline.nobody');
}
