import { ActionIcon, Button, FileButton, Modal } from '@mantine/core';
import { IconCamera, IconChecks, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import { type Amount, compareAmounts } from '../../../../base/money.ts';
import { commentLength } from '../../../../platform/constants.ts';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { useIsPhone } from '../../../../platform/web/use-is-phone.ts';
import { documentNumber, type ProcurementDocument } from '../document.ts';
import type { Reference } from '../draft/draft.ts';
import { type DocumentFile, useDocumentFile } from '../head/use-document-file.ts';
import { findLocations } from '../lookups.ts';
import { type CommandDialogProps, useDocumentCommand } from '../use-document-command.ts';
import { ReceiptRow } from './ReceiptRow.tsx';
import classes from './ReceiveDialog.module.css';
import {
  allMissing,
  missingAfter,
  type Quantities,
  type ReceiptLine,
  receiptLines,
  receiptSum,
  receiptsOf,
} from './receipt-draft.ts';

export interface ReceiveDialogProps extends CommandDialogProps {
  readonly document: ProcurementDocument;
}

/** Books what has arrived, line by line; made for the phone at the loading bay (PROC-18). */
export function ReceiveDialog({ document, target, onDone, onClose }: ReceiveDialogProps): ReactNode {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const lines = receiptLines(document);
  const [quantities, setQuantities] = useState<Quantities>(new Map());
  const [note, setNote] = useState<DeliveryNote>(emptyNote);
  const file = useDocumentFile(document.id);
  const [isTried, setTried] = useState(false);
  const command = useDocumentCommand('receive', { onDone });
  const isTooMuch = lines.some((line) => compareAmounts(missingAfter(line, quantities), '0') < 0);
  const missing = allMissing(lines);
  // Two taps when everything has arrived: one opens the dialog, one books.
  const isUntouched = quantities.size === 0 && missing.size > 0;
  const receipts = receiptsOf(isUntouched ? missing : quantities);

  const book = async (): Promise<void> => {
    setTried(true);
    if (receipts.length === 0 || isTooMuch) return;
    await command.run({
      ...target,
      receipts,
      delivery_note_number: note.number.trim() || null,
      delivery_note_date: note.day,
      location_id: note.location?.id ?? null,
      comment: note.comment.trim() || null,
      file_id: await file.send(),
    });
  };

  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={isPhone}
      size={640}
      title={t('procurement.receive.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <p className={classes.subtitle}>
        {[documentNumber(document), document.name].filter(Boolean).join(', ')}
      </p>
      <Progress lines={lines} quantities={quantities} />
      <Tools file={file} onAllMissing={() => setQuantities(missing)} />
      <ul className={classes.lines}>
        {lines.map((line) => (
          <ReceiptRow
            key={line.row.id}
            line={line}
            quantities={quantities}
            onChange={(quantity) => setQuantities(new Map([...quantities, [line.row.id, quantity]]))}
          />
        ))}
      </ul>
      <NoteFields note={note} onChange={setNote} />
      <footer className={classes.foot}>
        <Summary lines={lines} quantities={isUntouched ? missing : quantities} />
        {isTried && receipts.length === 0 ? (
          <p role="alert" className={classes.problem}>
            {t('procurement.receive.nothing')}
          </p>
        ) : null}
        <Button
          className={classes.book}
          loading={command.isPending || file.isSending}
          onClick={() => void book().catch(toastFailure)}
        >
          {t(isUntouched ? 'procurement.receive.book_all' : 'procurement.receive.book')}
        </Button>
      </footer>
    </Modal>
  );
}

interface ToolsProps {
  readonly file: DocumentFile;
  readonly onAllMissing: () => void;
}

/** Everything has come, and a photo of the delivery note. */
function Tools({ file, onAllMissing }: ToolsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.tools}>
        <Button
          variant="default"
          className={classes.tool}
          leftSection={<IconChecks size={18} stroke={1.6} aria-hidden />}
          onClick={onAllMissing}
        >
          {t('procurement.receive.all_missing')}
        </Button>
        <FileButton
          accept="image/*,.pdf"
          capture="environment"
          inputProps={{ 'aria-label': t('procurement.receive.photo_label') }}
          onChange={file.choose}
        >
          {(button) => (
            <Button
              {...button}
              variant="default"
              className={classes.tool}
              aria-label={t('procurement.receive.photo_label')}
              leftSection={<IconCamera size={18} stroke={1.6} aria-hidden />}
            >
              {t('procurement.receive.photo')}
            </Button>
          )}
        </FileButton>
      </div>
      {file.name === null ? null : (
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
      )}
    </>
  );
}

/** What stands on the delivery note, and where the goods were put (DATA-30). */
interface DeliveryNote {
  readonly number: string;
  readonly day: Day | null;
  readonly location: Reference | null;
  readonly comment: string;
}

const emptyNote: DeliveryNote = { number: '', day: null, location: null, comment: '' };

interface NoteFieldsProps {
  readonly note: DeliveryNote;
  readonly onChange: (note: DeliveryNote) => void;
}

function NoteFields({ note, onChange }: NoteFieldsProps): ReactNode {
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
          label={t('procurement.comment')}
          placeholder={t('procurement.receive.comment_placeholder')}
          maxLength={commentLength}
          value={note.comment}
          onChange={(comment) => onChange({ ...note, comment })}
        />
      </div>
    </div>
  );
}

interface LinesProps {
  readonly lines: readonly ReceiptLine[];
  readonly quantities: Quantities;
}

function Progress({ lines, quantities }: LinesProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { received, booked, ordered } = receiptSum(lines, quantities);
  const share = (amount: Amount): string =>
    `${Math.min(100, (100 * Number(amount)) / Math.max(Number(ordered), 0.001))}%`;
  return (
    <div className={classes.progress}>
      <div className={classes.track} aria-hidden>
        <span className={classes.done} style={{ width: share(received) }} />
        <span className={classes.now} style={{ width: share(booked) }} />
      </div>
      <p>
        {t('procurement.receive.of', {
          received: format.quantity(received),
          ordered: format.quantity(ordered),
        })}
      </p>
    </div>
  );
}

function Summary({ lines, quantities }: LinesProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { booked, lines: count, missing } = receiptSum(lines, quantities);
  return (
    <p className={classes.summary} aria-live="polite">
      <span>{t('procurement.receive.booked', { quantity: format.quantity(booked), count })}</span>
      <span>{t('procurement.receive.missing_after', { count: format.quantity(missing) })}</span>
    </p>
  );
}
