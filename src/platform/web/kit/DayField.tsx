import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { typedDay } from '../../../base/typed-day.ts';
import { unreadable } from '../../../base/typed-number.ts';
import { loadChunk } from '../chunk.ts';
import { useFormat } from '../use-format.ts';
import classes from './DayField.module.css';
import { type FieldProps, inputProps } from './TextField.tsx';
import { type ReadAs, useUnreadField } from './unread-fields.ts';

const Calendar = lazy(() =>
  loadChunk(() => import('./Calendar.tsx')).then((chunk) => ({ default: chunk.Calendar })),
);

export interface DayFieldProps extends FieldProps {
  readonly value: Day | null;
  /** Called with a typed or chosen day, and with null if the text is empty or unreadable. */
  readonly onChange: (day: Day | null) => void;
}

/** A calendar day: typed as `1.3.`, `01.03.2025` or `+14`, or chosen in a calendar. */
export function DayField({ value, onChange, ...field }: DayFieldProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  // Hidden during first typing; once shown, it stays until the text is readable.
  const [isSaid, setSaid] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const today = format.today();
  const isUnreadable = typed !== null && typedDay(typed, today) === unreadable;
  const input = useUnreadField(isUnreadable, { show: () => setSaid(true), forget: () => setTyped(null) });
  const problem = t('shell.field.not_a_day', { example: format.day(today) });

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal trapFocus returnFocus>
      <TextInput
        {...inputProps({ ...field, error: isUnreadable ? (isSaid ? problem : null) : field.error })}
        value={typed ?? (value === null ? '' : format.day(value))}
        autoComplete="off"
        ref={input}
        data-unreadable={isUnreadable ? ('day' satisfies ReadAs) : undefined}
        classNames={{ input: classes.input }}
        rightSection={
          <Popover.Target>
            <ActionIcon
              className={classes.open}
              aria-label={`${t('shell.field.open_calendar')}: ${field.label}`}
              disabled={field.disabled ?? false}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Popover.Target>
        }
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const text = event.currentTarget.value;
          const read = typedDay(text, today);
          setTyped(text);
          if (read !== unreadable) setSaid(false);
          onChange(read === unreadable ? null : read);
        }}
        onBlur={() => {
          if (isUnreadable) setSaid(true);
          else setTyped(null);
        }}
      />
      <Popover.Dropdown>
        <Suspense fallback={<div className={classes.loading} />}>
          <Calendar
            value={value}
            onChoose={(day) => {
              setTyped(null);
              onChange(day);
              setOpen(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
