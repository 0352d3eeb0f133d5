import { ActionIcon, Button, FileButton, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCamera, IconCheck, IconChecks, IconMinus, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import { type Amount, compareAmounts, minus, sum } from '../../../../base/money.ts';
import { useCommand } from '../../../../platform/web/command.ts';
import { refusalText } from '../../../../platform/web/failure-text.ts';
import { QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { MeaningBadge } from '../../../../platform/web/kit/StatusBadge.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type CommandAnswer, mutationOf } from '../commands.ts';
import { documentNumber, type ProcurementDocument } from '../document.ts';
import type { Reference } from '../draft/draft.ts';
import { useDocumentFile } from '../head/use-document-file.ts';
import { findLocations } from '../lookups.ts';
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

export interface ReceiveDialogProps {
  readonly document: ProcurementDocument;
  readonly target: { readonly id: number; readonly expected_version: number };
  readonly onDone: (answer: CommandAnswer) => void;
  readonly onClose: () => void;
}

/** Books what has arrived, line by line; made for the phone at the loading bay (PROC-18). */
export function ReceiveDialog({ document, target, onDone, onClose }: ReceiveDialogProps): ReactNode {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 640px)', window.matchMedia('(max-width: 640px)').matches);
  const lines = receiptLines(document);
  const [quantities, setQuantities] = useState<Quantities>(new Map());
  const [note, setNote] = useState<DeliveryNote>(emptyNote);
  const file = useDocumentFile(document.id);
  const [isTried, setTried] = useState(false);
  const command = useCommand<{ document: CommandAnswer }>(mutationOf('receive'), {
    onDone: ({ document: answer }) => onDone(answer),
  });
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
      <div className={classes.tools}>
        <Button
          variant="default"
          className={classes.tool}
          leftSection={<IconChecks size={18} stroke={1.6} aria-hidden />}
          onClick={() => setQuantities(missing)}
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
          maxLength={2000}
          value={note.comment}
          onChange={(comment) => onChange({ ...note, comment })}
        />
      </div>
    </div>
  );
}

interface ReceiptRowProps {
  readonly line: ReceiptLine;
  readonly quantities: Quantities;
  readonly onChange: (quantity: Amount) => void;
}

function ReceiptRow({ line, quantities, onChange }: ReceiptRowProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { row, ordered, received, missing, isComplete } = line;
  const quantity = quantities.get(row.id) ?? '0';
  const after = missingAfter(line, quantities);
  const number = [row.item_number, row.unit].filter(Boolean).join(', ');
  const count = { received: format.quantity(received), ordered: format.quantity(ordered) };

  if (isComplete) {
    return (
      <li className={classes.complete}>
        <div>
          <p>{row.description}</p>
          <p className={classes.quiet}>
            {[number, t('procurement.receive.of', count)].filter(Boolean).join(', ')}
          </p>
        </div>
        <MeaningBadge meaning="done">{t('procurement.receive.complete')}</MeaningBadge>
      </li>
    );
  }
  return (
    <li className={classes.line}>
      <p className={classes.name}>{row.description}</p>
      <p className={classes.quiet}>{number}</p>
      <div className={classes.entry}>
        <Stepper name={row.description ?? ''} quantity={quantity} most={missing} onChange={onChange} />
        <div className={classes.state}>
          <p className={classes.quiet}>{t('procurement.receive.of', count)}</p>
          <MissingText after={after} missing={missing} />
        </div>
        {compareAmounts(after, '0') === 0 ? (
          <IconCheck size={20} stroke={2} className={classes.check} aria-hidden />
        ) : (
          <Button
            variant="subtle"
            className={classes.fill}
            aria-label={t('procurement.receive.all_of', {
              count: format.quantity(missing),
              name: row.description,
            })}
            onClick={() => onChange(missing)}
          >
            {t('procurement.receive.all', { count: format.quantity(missing) })}
          </Button>
        )}
      </div>
    </li>
  );
}

function MissingText({ after, missing }: { readonly after: Amount; readonly missing: Amount }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  if (compareAmounts(after, '0') < 0) {
    return (
      <p className={classes.problem}>
        {refusalText('quantity_exceeds_missing', { missing: format.quantity(missing) })}
      </p>
    );
  }
  if (compareAmounts(after, '0') === 0)
    return <p className={classes.whole}>{t('procurement.receive.then_complete')}</p>;
  const isTouched = compareAmounts(after, missing) !== 0;
  return (
    <p className={isTouched ? classes.partial : classes.quiet}>
      {t(isTouched ? 'procurement.receive.missing_after' : 'procurement.receive.missing', {
        count: format.quantity(after),
      })}
    </p>
  );
}

interface StepperProps {
  readonly name: string;
  readonly quantity: Amount;
  readonly most: Amount;
  readonly onChange: (quantity: Amount) => void;
}

/** Large enough for a gloved thumb. */
function Stepper({ name, quantity, most, onChange }: StepperProps): ReactNode {
  const { t } = useTranslation();
  const less = compareAmounts(quantity, '1') <= 0 ? '0' : minus(quantity, '1');
  const more = sum([quantity, '1']);
  return (
    <div className={classes.stepper}>
      <ActionIcon
        size={44}
        aria-label={t('procurement.receive.less', { name })}
        disabled={compareAmounts(quantity, '0') <= 0}
        onClick={() => onChange(less)}
      >
        <IconMinus size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      <QuantityField
        label={t('procurement.receive.quantity_of', { name })}
        isLabelHidden
        value={quantity}
        onChange={(typed) => onChange(typed ?? '0')}
      />
      <ActionIcon
        size={44}
        aria-label={t('procurement.receive.more', { name })}
        disabled={compareAmounts(quantity, most) >= 0}
        onClick={() => onChange(compareAmounts(more, most) > 0 ? most : more)}
      >
        <IconPlus size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
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
