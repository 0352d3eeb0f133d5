import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, daysBetween } from '../../../../base/day.ts';
import { formatTag } from '../../../../base/language.ts';
import { useLanguage } from '../../../../platform/web/i18n.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import {
  axisOf,
  type BarDays,
  type BarLabel,
  type BarSpan,
  barParts,
  barSpan,
  labelsWithRoom,
  placeOf,
  type TickUnit,
} from './bar-scale.ts';
import classes from './TermBar.module.css';

/** The bar warns when this many days or fewer are left to give notice. */
export const nearDays = 30;

/** Half the width of an axis label, in percent of the bar. */
const edgeWidth = 4;

type LabelKey = 'deadline' | 'next' | 'extended';

/** The time bar of a contract: past, time to give notice, and ends (CON-01). */
export function TermBar({ days }: { readonly days: BarDays }): ReactNode {
  const span = barSpan(days);
  const text = useBarText(days);
  if (span === null) return null;
  const isNear = days.deadline !== null && daysBetween(days.today, days.deadline) <= nearDays;
  return (
    <div role="img" aria-label={text} className={classes.bar}>
      <Labels days={days} span={span} />
      <div className={classes.track} data-cut={span.isCut || undefined}>
        {barParts(days, span).map(({ kind, from, to }) => (
          <span
            key={kind}
            className={classes.part}
            data-kind={kind}
            data-near={isNear || undefined}
            style={{ insetInlineStart: `${from}%`, width: `${to - from}%` }}
          />
        ))}
        <Mark day={days.minimum} kind="minimum" span={span} />
        <Mark day={days.reminder} kind="reminder" span={span} />
        <Mark day={days.deadline} kind="deadline" span={span} />
        <Mark day={days.next} kind="next" span={span} />
        <Mark day={days.today} kind="today" span={span} />
      </div>
      <Today today={days.today} span={span} />
      <AxisRow span={span} />
    </div>
  );
}

type MarkKind = 'minimum' | 'reminder' | 'deadline' | 'next' | 'today';

interface MarkProps {
  readonly day: Day | null;
  readonly kind: MarkKind;
  readonly span: BarSpan;
}

/** The mark of a day on the bar; nothing for days outside. */
function Mark({ day, kind, span }: MarkProps): ReactNode {
  if (day === null || day < span.from || day > span.to) return null;
  return (
    <span className={classes.mark} data-mark={kind} style={{ insetInlineStart: `${placeOf(day, span)}%` }} />
  );
}

function Labels({ days, span }: { readonly days: BarDays; readonly span: BarSpan }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const shown: Readonly<Record<LabelKey, Day | null>> = {
    deadline: days.deadline,
    next: days.next,
    extended: days.extended === days.next ? null : days.extended,
  };
  const label = (key: LabelKey, side: BarLabel['side']): BarLabel<LabelKey> | null => {
    const day = shown[key];
    return day === null || day < span.from || day > span.to ? null : { key, place: placeOf(day, span), side };
  };
  const labels = labelsWithRoom([
    label('deadline', 'before'),
    label('next', 'after'),
    label('extended', 'before'),
  ]);
  return (
    <div className={classes.labels}>
      {labels.map(({ key, place, side }) => (
        <span
          key={key}
          className={classes.label}
          data-label={key}
          data-side={side}
          style={sided(place, side)}
        >
          <b>{t(`contract.bar.${key}`)}</b> {format.day(shown[key] ?? '')}
        </span>
      ))}
    </div>
  );
}

function Today({ today, span }: { readonly today: Day; readonly span: BarSpan }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  if (today < span.from || today > span.to) return null;
  const place = placeOf(today, span);
  const side = place > 50 ? 'before' : 'after';
  return (
    <div className={classes.today}>
      <span className={classes.label} data-side={side} style={sided(place, side)}>
        <b>{t('contract.bar.today', { day: format.day(today) })}</b>
      </span>
    </div>
  );
}

function AxisRow({ span }: { readonly span: BarSpan }): ReactNode {
  const { unit, ticks } = axisOf(span);
  const tickText = useTickText(unit);
  return (
    <div className={classes.axis}>
      {ticks.map(({ day, place }) => (
        <span
          key={day}
          className={classes.tick}
          data-edge={edgeOf(place)}
          style={{ insetInlineStart: `${place}%` }}
        >
          {tickText(day)}
        </span>
      ))}
    </div>
  );
}

/** The edge that a label centered on this place would cross, if any. */
function edgeOf(place: number): 'start' | 'end' | undefined {
  if (place < edgeWidth) return 'start';
  return place > 100 - edgeWidth ? 'end' : undefined;
}

/** The style for a label that starts or ends at its place. */
function sided(place: number, side: BarLabel['side']) {
  return side === 'before' ? { insetInlineEnd: `${100 - place}%` } : { insetInlineStart: `${place}%` };
}

function useTickText(unit: TickUnit): (day: Day) => string {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(formatTag(language), {
    timeZone: 'UTC',
    year: 'numeric',
    ...(unit === 'month' ? { month: 'short' } : {}),
  });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}

/** The bar as text, in the order of the days. */
function useBarText({ today, start, minimum, reminder, deadline, next, end, extended }: BarDays): string {
  const { t } = useTranslation();
  const format = useFormat();
  const noted: readonly (readonly [string, Day | null])[] = [
    [t('contract.bar.start'), start],
    [t('contract.bar.minimum'), minimum],
    [t('contract.bar.reminder'), reminder],
    [t('contract.bar.deadline'), deadline],
    [t('contract.bar.next'), next],
    [t('contract.dates.end'), end === next ? null : end],
    [t('contract.bar.extended'), extended === next ? null : extended],
  ];
  const parts = noted.flatMap(([name, day]) => (day === null ? [] : [`${name} ${format.day(day)}`]));
  return [t('contract.bar.today', { day: format.day(today) }), ...parts].join(', ');
}
