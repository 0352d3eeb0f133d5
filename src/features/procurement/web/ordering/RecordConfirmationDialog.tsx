import { Button, FileButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import { type DocumentFile, useDocumentFile } from '../../../../document/web/head/use-document-file.ts';
import type { CommandDialogProps } from '../../../../document/web/use-document-command.ts';
import { commentLength } from '../../../../platform/constants.ts';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { DrawnRows } from '../../../../platform/web/kit/DrawnRows.tsx';
import { isAllReadable } from '../../../../platform/web/kit/form-focus.ts';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { useRowsInView } from '../../../../platform/web/use-rows-in-view.ts';
import { useStable } from '../../../../platform/web/use-stable.ts';
import { procurementKind } from '../../kind.ts';
import type { ProcurementDocument } from '../document.ts';
import { useProcurementCommand } from '../use-procurement-command.ts';
import { ConfirmedLine } from './ConfirmedLine.tsx';
import { blockIn, type ShownOrder } from './order-view.ts';
import classes from './RecordConfirmationDialog.module.css';
import { type ConfirmedLines, useConfirmedLines } from './use-confirmed-lines.ts';

export interface RecordConfirmationDialogProps extends CommandDialogProps {
  readonly document: ProcurementDocument;
  readonly order: ShownOrder;
}

/** The head fields of a confirmation. */
interface ConfirmationNote {
  readonly number: string;
  readonly day: Day | null;
  readonly comment: string;
}

/** Records a supplier's confirmation, prefilled with the ordered values (PROC-36). */
export function RecordConfirmationDialog(props: RecordConfirmationDialogProps): ReactNode {
  const { document, order, target, onDone, onClose } = props;
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement | null>(null);
  const [note, setNote] = useState<ConfirmationNote>({ number: '', day: null, comment: '' });
  const lines = useConfirmedLines(document, order);
  const file = useDocumentFile(procurementKind, document.id);
  const command = useProcurementCommand('record_confirmation', { onDone });

  const record = async (): Promise<void> => {
    if (!isAllReadable(body.current)) return;
    await command.run({
      ...target,
      ...blockIn(order.block),
      confirmation_no: note.number.trim() || null,
      confirmed_on: note.day,
      comment: note.comment.trim() || null,
      lines: order.lines.map((line) => ({ procurement_line_id: line.id, ...lines.draftOf(line) })),
      file_id: await file.send(),
    });
  };

  return (
    <LargeDialog
      onClose={onClose}
      size={820}
      title={t('procurement.confirmation.title', { supplier: order.supplier })}
    >
      <div ref={body}>
        <p className={classes.text}>{t('procurement.confirmation.text')}</p>
        <NoteFields note={note} onChange={setNote} lines={lines} />
        <Lines document={document} order={order} lines={lines} />
        <TextField
          label={t('document.comment')}
          maxLength={commentLength}
          value={note.comment}
          onChange={(comment) => setNote({ ...note, comment })}
        />
        <footer className={classes.foot}>
          <FileChoice file={file} />
          <span className={classes.space} />
          <Button variant="default" className={classes.way} onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button
            className={classes.way}
            loading={command.isPending || file.isSending}
            onClick={() => void record().catch(toastFailure)}
          >
            {t('procurement.confirmation.save')}
          </Button>
        </footer>
      </div>
    </LargeDialog>
  );
}

/** In pixels: a caption and a field with padding. */
const expectedHeight = 73;

interface LinesProps extends Pick<RecordConfirmationDialogProps, 'document' | 'order'> {
  readonly lines: ConfirmedLines;
}

/** The lines with the confirmed values, of many those in view (PROC-40). */
function Lines({ document, order, lines }: LinesProps): ReactNode {
  const keys = order.lines.map(({ id }) => String(id));
  const { list, pieces } = useRowsInView<HTMLUListElement>({ keys, expectedHeight });
  const onChange = useStable(lines.change);
  return (
    <ul ref={list} className={classes.lines}>
      <DrawnRows pieces={pieces} gap="li">
        {(place) => {
          const line = order.lines[place];
          return line === undefined ? null : (
            <ConfirmedLine
              key={line.id}
              document={document}
              line={line}
              place={place}
              count={order.lines.length}
              draft={lines.draftOf(line)}
              onChange={onChange}
            />
          );
        }}
      </DrawnRows>
    </ul>
  );
}

interface NoteFieldsProps {
  readonly note: ConfirmationNote;
  readonly onChange: (note: ConfirmationNote) => void;
  readonly lines: ConfirmedLines;
}

/** Number and date of the confirmation, and a common delivery date for all lines. */
function NoteFields({ note, onChange, lines }: NoteFieldsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.head}>
      <TextField
        label={t('procurement.confirmation.number')}
        maxLength={60}
        value={note.number}
        onChange={(number) => onChange({ ...note, number })}
        autoFocus
      />
      <DayField
        label={t('procurement.confirmation.day')}
        value={note.day}
        onChange={(day) => onChange({ ...note, day })}
      />
      <DayField
        label={t('procurement.confirmation.date_for_all')}
        value={lines.commonDay}
        onChange={lines.setCommonDay}
      />
    </div>
  );
}

/** The supplier's document. */
function FileChoice({ file }: { readonly file: DocumentFile }): ReactNode {
  const { t } = useTranslation();
  return (
    <FileButton accept=".pdf,image/*" onChange={file.choose}>
      {(button) => (
        <Button
          {...button}
          variant="default"
          leftSection={<IconPaperclip size={16} stroke={1.6} aria-hidden />}
        >
          {file.name ?? t('procurement.confirmation.file')}
        </Button>
      )}
    </FileButton>
  );
}
