import { Checkbox, Radio, ScrollArea, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import type { Amount } from '../../../../base/money.ts';
import { StatusBadge } from '../../../../document/web/StatusBadge.tsx';
import { debounceMs } from '../../../../platform/constants.ts';
import { AmountField } from '../../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { useFormat, useNow } from '../../../../platform/web/use-format.ts';
import {
  dateFields,
  noReference,
  nullableReferences,
  type OverviewFilter,
  type OverviewTab,
  type ReferenceFilter,
} from '../../filter.ts';
import {
  type DayRange,
  daysOfRange,
  isNamedRange,
  rangeIn,
  type TimeRange,
  timeRanges,
} from '../../time-range.ts';
import classes from './FilterEditors.module.css';
import { namedOptions, optionsOf } from './filter-options.ts';
import {
  chosenWords,
  daysText,
  type FilterPart,
  isReference,
  useWords,
  withWords,
  wordKey,
} from './filter-parts.ts';

const typingPauseMs = 200;

export interface FilterEditorProps {
  readonly tab: OverviewTab;
  readonly filter: OverviewFilter;
  readonly onChange: (change: Partial<OverviewFilter>) => void;
  /** Set if the editor opens alone, so that typing can start at once. */
  readonly isFocused?: boolean;
}

/** Editor of one filter; marks the choice before the list has reloaded. */
export function FilterEditor({
  part,
  ...given
}: FilterEditorProps & { readonly part: FilterPart }): ReactNode {
  const [filter, setFilter] = useAtOnce(given.filter);
  const onChange: FilterEditorProps['onChange'] = (change) => {
    setFilter({ ...filter, ...change });
    given.onChange(change);
  };
  const props = { ...given, filter, onChange };
  if (part === 'range') return <RangeEditor {...props} />;
  if (part === 'amount') return <AmountEditor {...props} />;
  return isReference(part) ? (
    <ReferenceEditor kind={part} {...props} />
  ) : (
    <WordEditor part={part} {...props} />
  );
}

/** Selects words; none means all. */
function WordEditor({
  part,
  tab,
  filter,
  onChange,
}: FilterEditorProps & { readonly part: FilterPart }): ReactNode {
  const { t } = useTranslation();
  const all = useWords(part, tab) ?? [];
  const chosen = chosenWords(part, filter);
  const toggle = (word: string): void => {
    const words = all.map((each) => each.word);
    const isChosen = (each: string): boolean => chosen.includes(each) !== (each === word);
    onChange(withWords(part, filter, words.filter(isChosen)));
  };
  return (
    <ul className={classes.options} aria-label={t(`overview.filter.${part}`)}>
      {all.map((each) => (
        <li key={each.word}>
          <Checkbox
            size="xs"
            classNames={{ body: classes.option, labelWrapper: classes.optionLabel }}
            checked={chosen.includes(each.word)}
            onChange={() => toggle(each.word)}
            label={
              each.statusOf === null ? (
                t(wordKey(part, each))
              ) : (
                <StatusBadge kind={each.statusOf} status={each.word} plain />
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}

/** Selects records; chosen ones stay on top during a search. */
function ReferenceEditor({
  kind,
  filter,
  onChange,
  isFocused = false,
}: FilterEditorProps & { readonly kind: ReferenceFilter }): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, typingPauseMs);
  const chosen = filter.references[kind];
  const { data: found } = useQuery(optionsOf(kind, text));
  const { data: named } = useQuery(namedOptions(kind, chosen));
  // Take the names of new choices from the search until they are loaded by id.
  const known = [...(named ?? []), ...(found ?? [])];
  const options = [
    ...chosen.flatMap((id) => known.find((option) => option.id === id) ?? []),
    ...(found ?? []).filter((option) => !chosen.includes(option.id)),
  ];
  const hasNone = nullableReferences.includes(kind) && text === '';
  const without = hasNone ? [{ id: noReference, name: t('overview.filter.none') }] : [];
  const toggle = (id: number): void => {
    const ids = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
    onChange({ references: { ...filter.references, [kind]: ids } });
  };
  const label = t(`overview.filter.${kind}`);
  return (
    <div className={classes.editor}>
      <TextInput
        {...(isFocused ? { 'data-autofocus': true } : {})}
        aria-label={t('overview.filter.search_in', { filter: label })}
        placeholder={t('overview.filter.search_in', { filter: label })}
        leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={280} type="auto" viewportProps={{ tabIndex: -1 }}>
        <ul className={classes.options} aria-label={label}>
          {[...without, ...options].map((option) => (
            <li key={option.id}>
              <Checkbox
                size="xs"
                classNames={{ body: classes.option, labelWrapper: classes.optionLabel }}
                checked={chosen.includes(option.id)}
                onChange={() => toggle(option.id)}
                label={option.name}
              />
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {found?.length === 0 && text !== '' ? (
        <p className={classes.nothing}>{t('shell.field.nothing_found')}</p>
      ) : null}
    </div>
  );
}

/** From and to, both included; applied when typing pauses. */
function AmountEditor({ filter, onChange }: FilterEditorProps): ReactNode {
  const { t } = useTranslation();
  const { amountFrom, amountTo } = filter;
  const [range, setRange] = useState({ amountFrom, amountTo });
  const [known, setKnown] = useState({ amountFrom, amountTo });
  const [isWaiting, setWaiting] = useState(false);
  // Take over outside changes such as a reset, unless the person is typing.
  if (known.amountFrom !== amountFrom || known.amountTo !== amountTo) {
    setKnown({ amountFrom, amountTo });
    if (!isWaiting) setRange({ amountFrom, amountTo });
  }
  const commit = useDebouncedCallback(
    (changed: typeof range) => {
      setWaiting(false);
      onChange(changed);
    },
    { delay: debounceMs, flushOnUnmount: true },
  );
  const change = (part: 'amountFrom' | 'amountTo', value: Amount | null): void => {
    const changed = { ...range, [part]: value };
    setRange(changed);
    setWaiting(true);
    commit(changed);
  };
  return (
    <div className={classes.pair}>
      <AmountField
        label={t('overview.filter.amount_from')}
        value={range.amountFrom}
        onChange={(value) => change('amountFrom', value)}
      />
      <AmountField
        label={t('overview.filter.amount_to')}
        value={range.amountTo}
        onChange={(value) => change('amountTo', value)}
      />
    </div>
  );
}

/** Selects a range and the date it applies to (OVW-03). */
function RangeEditor({ filter, onChange }: FilterEditorProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const today = format.dayOf(useNow());
  const { range: chosen } = filter;
  const days = chosen === null ? null : daysOfRange(chosen, today);
  // Offer a dashboard range only while it is chosen.
  const isOwn = chosen === null || !isNamedRange(chosen) || timeRanges.some((range) => range === chosen);
  const offered = isOwn ? timeRanges : [...timeRanges, chosen];
  return (
    <div className={classes.editor}>
      <Radio.Group
        aria-label={t('overview.filter.date_field')}
        value={filter.dateField}
        onChange={(value) =>
          onChange({ dateField: dateFields.find((field) => field === value) ?? 'created' })
        }
      >
        <div className={classes.fields}>
          {dateFields.map((field) => (
            <Radio key={field} size="xs" value={field} label={t(`overview.filter.date.${field}`)} />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group
        aria-label={t('overview.filter.range')}
        value={filter.range ?? 'all'}
        onChange={(value) => onChange({ range: rangeIn(value) })}
      >
        <div className={classes.options}>
          <Radio
            size="xs"
            value="all"
            classNames={{ body: classes.option }}
            label={t('overview.filter.any_time')}
          />
          {offered.map((range) => (
            <Radio
              key={range}
              size="xs"
              value={range}
              classNames={{ body: classes.option, labelWrapper: classes.optionLabel }}
              label={
                <span className={classes.range}>
                  {t(`overview.range.${range}`)}{' '}
                  <span className={classes.days}>{daysText(range, format, today)}</span>
                </span>
              }
            />
          ))}
        </div>
      </Radio.Group>
      <DaysEditor days={days} onChange={(range) => onChange({ range })} />
    </div>
  );
}

export interface DaysEditorProps {
  readonly days: DayRange | null;
  readonly onChange: (range: TimeRange) => void;
}

/** First and last day; changing one moves the other if they would be in the wrong order. */
export function DaysEditor({ days, onChange }: DaysEditorProps): ReactNode {
  const { t } = useTranslation();
  const change = (end: 'from' | 'to', day: Day | null): void => {
    if (day === null) return;
    const from = end === 'from' ? day : (days?.from ?? day);
    const to = end === 'to' ? day : (days?.to ?? day);
    onChange(from <= to ? `${from}..${to}` : `${day}..${day}`);
  };
  return (
    <div className={classes.pair}>
      <DayField
        label={t('overview.filter.day_from')}
        value={days?.from ?? null}
        onChange={(day) => change('from', day)}
      />
      <DayField
        label={t('overview.filter.day_to')}
        value={days?.to ?? null}
        onChange={(day) => change('to', day)}
      />
    </div>
  );
}

/**
 * A value changed through the address, and its setter: a chosen value applies at once, until the address follows or
 * changes otherwise. The value must be the same object while the address is the same.
 */
function useAtOnce<T>(value: T): readonly [T, (next: T) => void] {
  const [ahead, setAhead] = useState<{ readonly of: T; readonly next: T } | null>(null);
  return [ahead !== null && ahead.of === value ? ahead.next : value, (next) => setAhead({ of: value, next })];
}
