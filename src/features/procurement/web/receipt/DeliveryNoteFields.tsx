import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { findLocations } from '../../../../document/web/lookups.ts';
import { commentLength } from '../../../../platform/constants.ts';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import classes from './ReceiveDialog.module.css';

/** Number and date of a delivery note. */
export interface DeliveryNote {
  readonly number: string;
  readonly day: Day | null;
}

export const emptyNote: DeliveryNote = { number: '', day: null };

/** The note as command input. */
export function noteInput(note: DeliveryNote) {
  return { delivery_note_number: note.number.trim() || null, delivery_note_date: note.day };
}

export interface DeliveryNoteFieldsProps {
  readonly note: DeliveryNote;
  readonly onChange: (note: DeliveryNote) => void;
}

/** The delivery note fields of one supplier (DATA-30). */
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
    </div>
  );
}

/** Location and comment for all received goods. */
export interface DeliveryPlace {
  readonly location: Reference | null;
  readonly comment: string;
}

export const emptyPlace: DeliveryPlace = { location: null, comment: '' };

/** The location and comment as command input. */
export function placeInput({ location, comment }: DeliveryPlace) {
  return { location_id: location?.id ?? null, comment: comment.trim() || null };
}

export interface DeliveryPlaceFieldsProps {
  readonly place: DeliveryPlace;
  readonly onChange: (place: DeliveryPlace) => void;
}

export function DeliveryPlaceFields({ place, onChange }: DeliveryPlaceFieldsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.note}>
      <div className={classes.wide}>
        <SearchSelect
          label={t('field.location_id')}
          value={place.location}
          searchKey={['location']}
          search={findLocations}
          onChange={(location) => onChange({ ...place, location })}
        />
      </div>
      <div className={classes.wide}>
        <TextField
          label={t('document.comment')}
          placeholder={t('procurement.receive.comment_placeholder')}
          maxLength={commentLength}
          value={place.comment}
          onChange={(comment) => onChange({ ...place, comment })}
        />
      </div>
    </div>
  );
}
