import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconCamera, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import type { DocumentFile } from '../../../../document/web/head/use-document-file.ts';
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

export interface DeliveryPhotoProps {
  readonly file: DocumentFile;
  /** The supplier of the delivery note, if there are several. */
  readonly supplier: string | null;
}

/** Takes a photo of a delivery note. */
export function DeliveryPhotoButton({ file, supplier }: DeliveryPhotoProps): ReactNode {
  const { t } = useTranslation();
  const label = [t('procurement.receive.photo_label'), supplier].filter(Boolean).join(': ');
  return (
    <FileButton
      accept="image/*,.pdf"
      capture="environment"
      inputProps={{ 'aria-label': label }}
      onChange={file.choose}
    >
      {(button) => (
        <Button
          {...button}
          variant="default"
          className={classes.tool}
          aria-label={label}
          leftSection={<IconCamera size={18} stroke={1.6} aria-hidden />}
        >
          {t('procurement.receive.photo')}
        </Button>
      )}
    </FileButton>
  );
}

/** The name of the photo, with a button to remove it. */
export function DeliveryPhoto({ file }: Pick<DeliveryPhotoProps, 'file'>): ReactNode {
  const { t } = useTranslation();
  if (file.name === null) return null;
  return (
    <p className={classes.photo}>
      {t('procurement.receive.photo_taken', { name: file.name })}
      <ActionIcon
        size={44}
        aria-label={t('procurement.receive.remove_photo')}
        onClick={() => file.choose(null)}
      >
        <IconX size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </p>
  );
}
