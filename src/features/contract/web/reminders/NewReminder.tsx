import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import type { Amount } from '../../../../base/money.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { findPersons } from '../../../../document/web/lookups.ts';
import { useDocumentCommand } from '../../../../document/web/use-document-command.ts';
import { QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { isTypedDeadline, type ReminderType, reminderTypes } from '../../term/reminders.ts';
import { contractPage } from '../kind.ts';
import classes from './Reminders.module.css';

const longestNote = 2000;

export interface NewReminderProps {
  readonly id: number;
  readonly onDone: () => void;
}

/** Inputs for a new reminder: type, day, note and person (CON-24). */
export function NewReminder({ id, onDone }: NewReminderProps): ReactNode {
  const { t } = useTranslation();
  const [type, setType] = useState<ReminderType>('custom');
  const [day, setDay] = useState<Day | null>(null);
  const [days, setDays] = useState<Amount | null>('30');
  const [note, setNote] = useState('');
  const [person, setPerson] = useState<Reference | null>(null);
  const [isTried, setTried] = useState(false);
  const command = useDocumentCommand(contractPage, 'add_reminder', {
    onDone: () => {
      toastSaved();
      onDone();
    },
  });
  const isTyped = hasTypedDay(type);
  const isCounted = type !== 'custom';
  const when = timeOf(type, day, days);
  const save = (): void => {
    setTried(true);
    if (when === null) return;
    void command.run({ id, type, ...when, note: note.trim() || null, reminded_id: person?.id ?? null });
  };
  const error = isTried && when === null ? t('error.field_required') : null;
  return (
    <div className={classes.new}>
      <TypeSelect type={type} onChange={setType} />
      {isTyped ? (
        <DayField
          label={t(isTypedDeadline(type) ? 'contract.deadline_day' : 'contract.reminder_day')}
          required
          value={day}
          error={error}
          onChange={setDay}
        />
      ) : null}
      {isCounted ? (
        <QuantityField
          label={t(type === 'invoice_missing' ? 'contract.days_after' : 'contract.days_before')}
          required
          value={days}
          error={error}
          onChange={setDays}
        />
      ) : null}
      <TextField
        label={t('contract.reminder_note')}
        value={note}
        maxLength={longestNote}
        onChange={setNote}
      />
      <SearchSelect
        label={t('contract.reminded')}
        hint={t('contract.reminded_hint')}
        value={person}
        searchKey={['lb_user', 'persons']}
        search={(text, signal) => findPersons(text, signal, false)}
        onChange={setPerson}
      />
      <Button variant="default" onClick={onDone}>
        {t('shell.cancel')}
      </Button>
      <Button loading={command.isPending} variant="default" onClick={save}>
        {t('contract.set_reminder')}
      </Button>
    </div>
  );
}

interface TypeSelectProps {
  readonly type: ReminderType;
  readonly onChange: (type: ReminderType) => void;
}

function TypeSelect({ type, onChange }: TypeSelectProps): ReactNode {
  const { t } = useTranslation();
  const types = reminderTypes.map((id) => ({ id, name: t(`contract.choice.type.${id}`) }));
  return (
    <SearchSelect
      label={t('contract.reminder_of')}
      required
      value={types.find(({ id }) => id === type) ?? null}
      options={types}
      onChange={(option) => onChange(option?.id ?? 'custom')}
    />
  );
}

/** Whether the person types the day of such a reminder, or that of its deadline. */
function hasTypedDay(type: ReminderType): boolean {
  return type === 'custom' || isTypedDeadline(type);
}

/** Day and distance as the command takes them; null while one of them is missing. */
function timeOf(type: ReminderType, day: Day | null, days: Amount | null) {
  const isTyped = hasTypedDay(type);
  const isCounted = type !== 'custom';
  const count = days === null || !/^\d{1,3}$/.test(days) ? null : Number(days);
  if ((isTyped && day === null) || (isCounted && count === null)) return null;
  return { ...(isTyped && { reminder_date: day }), ...(isCounted && { days_before: count }) };
}
