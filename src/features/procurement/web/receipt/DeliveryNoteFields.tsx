import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import { commentLength } from '../../../../platform/constants.ts';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import type { Reference } from '../draft/draft.ts';
import { findLocations } from '../lookups.ts';
import classes from './ReceiveDialog.module.css';

/** What is said about a delivery as a whole. */
export interface DeliveryNote {
  readonly number: string;
  readonly day: Day | null;
  readonly location: Reference | null;
  readonly comment: string;
}

export const emptyNote: DeliveryNote = { number: '', day: null, location: null, comment: '' };

/** As the command takes it. */
export function noteInput(note: DeliveryNote) {
  return {
    delivery_note_number: note.number.trim() || null,
    delivery_note_date: note.day,
    location_id: note.location?.id ?? null,
    comment: note.comment.trim() || null,
  };
}

export interface DeliveryNoteFieldsProps {
  readonly note: DeliveryNote;
  readonly onChange: (note: DeliveryNote) => void;
}

export function DeliveryNoteFields({ note, onChange }: DeliveryNoteFieldsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.note}>
      <TextField
        label={t('field.delivery_note_number')}
        maxLength={60}
        value={note.number}
        onChange={(number) => onChange({ ...note, number })}
      />
      <DayField
        label={t('field.delivery_note_date')}
        value={note.day}
        onChange={(day) => onChange({ ...note, day })}
      />
      <div className={classes.wide}>
        <SearchSelect
          label={t('field.location_id')}
          value={note.location}
          searchKey={['location']}
          search={findLocations}
          onChange={(location) => onChange({ ...note, location })}
        />
      </div>
      <div className={classes.wide}>
        <TextField
          label={t('document.comment')}
          placeholder={t('procurement.receive.comment_placeholder')}
          maxLength={commentLength}
          value={note.comment}
          onChange={(comment) => onChange({ ...note, comment })}
        />
      </div>
    </div>
  );
}
