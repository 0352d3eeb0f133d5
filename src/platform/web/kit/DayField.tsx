import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { typedDay } from '../../../base/typed-day.ts';
import { loadChunk } from '../chunk.ts';
import { useFormat } from '../use-format.ts';
import classes from './DayField.module.css';
import { type FieldProps, inputProps } from './TextField.tsx';
import { useTypedValue } from './use-typed-value.ts';

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
  const [isOpen, setOpen] = useState(false);
  const today = format.today();
  const { typed, forget, error, input } = useTypedValue({
    as: 'day',
    read: (text) => typedDay(text, today),
    onChange,
    problem: t('shell.field.not_a_day', { example: format.day(today) }),
    error: field.error,
  });
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal trapFocus returnFocus>
      <TextInput
        {...inputProps({ ...field, error })}
        {...input}
        value={typed ?? (value === null ? '' : format.day(value))}
        classNames={{ input: 'tabular' }}
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
      />
      <Popover.Dropdown>
        <Suspense fallback={<div className={classes.loading} />}>
          <Calendar
            value={value}
            onChoose={(day) => {
              forget();
              onChange(day);
              setOpen(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
