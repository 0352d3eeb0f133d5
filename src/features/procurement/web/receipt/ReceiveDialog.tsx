import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconCamera, IconChecks, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, compareAmounts } from '../../../../base/money.ts';
import { type DocumentFile, useDocumentFile } from '../../../../document/web/head/use-document-file.ts';
import type { CommandDialogProps } from '../../../../document/web/use-document-command.ts';
import { isAllReadable } from '../../../../platform/web/kit/form-focus.ts';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { procurementKind } from '../../kind.ts';
import { documentNumber, type ProcurementDocument } from '../document.ts';
import { useProcurementCommand } from '../use-procurement-command.ts';
import { type DeliveryNote, DeliveryNoteFields, emptyNote, noteInput } from './DeliveryNoteFields.tsx';
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
  const lines = receiptLines(document);
  const [quantities, setQuantities] = useState<Quantities>(new Map());
  const [note, setNote] = useState<DeliveryNote>(emptyNote);
  const file = useDocumentFile(procurementKind, document.id);
  const [isTried, setTried] = useState(false);
  const command = useProcurementCommand('receive', { onDone });
  const isTooMuch = lines.some((line) => compareAmounts(missingAfter(line, quantities), '0') < 0);
  const missing = allMissing(lines);
  // Two taps when everything has arrived: one opens the dialog, one books. Whoever has touched a quantity means his own.
  const isUntouched = quantities.size === 0 && missing.size > 0;
  const receipts = receiptsOf(isUntouched ? missing : quantities);

  const book = async (): Promise<void> => {
    setTried(true);
    if (receipts.length === 0 || isTooMuch) return;
    await command.run({
      ...target,
      receipts,
      ...noteInput(note),
      file_id: await file.send(),
    });
  };

  return (
    <LargeDialog
      onClose={onClose}
      size={640}
      title={t('procurement.receive.title')}
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
      <DeliveryNoteFields note={note} onChange={setNote} />
      <footer className={classes.foot}>
        {isUntouched ? null : <Summary lines={lines} quantities={quantities} />}
        {isTried && receipts.length === 0 ? (
          <p role="alert" className={classes.problem}>
            {t('procurement.receive.nothing')}
          </p>
        ) : null}
        <Button
          className={classes.book}
          loading={command.isPending || file.isSending}
          onClick={(event) => {
            // A text that cannot be read would be booked as nothing.
            if (isAllReadable(event.currentTarget.closest<HTMLElement>('[role="dialog"]')))
              void book().catch(toastFailure);
          }}
        >
          {t(isUntouched ? 'procurement.receive.book_all' : 'procurement.receive.book')}
        </Button>
      </footer>
    </LargeDialog>
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
