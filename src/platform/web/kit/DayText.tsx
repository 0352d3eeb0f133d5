import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { ageOf } from '../format.ts';
import { useFormat, useNow } from '../use-format.ts';
import { Hint } from './Hint.tsx';

/** A calendar day in the format of the language. */
export function DayText({ day }: { readonly day: Day | null | undefined }): ReactNode {
  const format = useFormat();
  if (!day) return null;
  return (
    <time className="tabular" dateTime={day}>
      {format.day(day)}
    </time>
  );
}

export interface AgeTextProps {
  readonly instant: string;
  /** `seit 2 Tagen` instead of `2 Tage`. */
  readonly since?: boolean;
}

/** The age in words; the exact time as tooltip. */
export function AgeText({ instant, since = false }: AgeTextProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const age = ageOf(instant, now);
  return (
    <Hint label={format.instant(instant)}>
      <time className="tabular" dateTime={instant}>
        {since ? t(`shell.since.${age.unit}`, { count: age.count }) : format.age(instant, now)}
      </time>
    </Hint>
  );
}

/** A short time; the full one as tooltip. */
export function InstantText({ instant }: { readonly instant: string }): ReactNode {
  const format = useFormat();
  const now = useNow();
  return (
    <Hint label={format.instant(instant)}>
      <time className="tabular" dateTime={instant}>
        {format.shortInstant(instant, now)}
      </time>
    </Hint>
  );
}
