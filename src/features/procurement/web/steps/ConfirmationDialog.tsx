import { Button, FileButton, Modal } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import type { Amount } from '../../../../base/money.ts';
import { commentLength } from '../../../../platform/constants.ts';
import { AmountField, QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { focusFirstError, hasUnreadableField } from '../../../../platform/web/kit/form-focus.ts';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { useIsPhone } from '../../../../platform/web/use-is-phone.ts';
import type { ConfirmedField } from '../../order-confirmation.ts';
import { amountOrNull, type LineRow, type ProcurementDocument } from '../document.ts';
import { useDocumentFile } from '../head/use-document-file.ts';
import { agreedPrice, differencesOf, type ShownOrder } from '../ordering/order-view.ts';
import { type CommandDialogProps, useDocumentCommand } from '../use-document-command.ts';
import classes from './ConfirmationDialog.module.css';

export interface ConfirmationDialogProps extends CommandDialogProps {
  readonly document: ProcurementDocument;
  readonly order: ShownOrder;
}

interface ConfirmedDraft {
  readonly quantity: Amount | null;
  readonly price: Amount | null;
  readonly delivery_date: Day | null;
}

/** What a supplier confirmed: everything is filled with what was ordered, so that only deviations are typed (PROC-36). */
export function ConfirmationDialog(props: ConfirmationDialogProps): ReactNode {
  const { document, order, target, onDone, onClose } = props;
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const body = useRef<HTMLDivElement | null>(null);
  const [note, setNote] = useState({ number: '', day: null as Day | null, comment: '' });
  const [typed, setTyped] = useState<ReadonlyMap<number, ConfirmedDraft>>(new Map());
  const file = useDocumentFile(document.id);
  const command = useDocumentCommand('record_confirmation', { onDone });
  const draftOf = (line: LineRow): ConfirmedDraft => typed.get(line.id) ?? proposed(document, line);
  const change = (line: LineRow, changed: Partial<ConfirmedDraft>): void =>
    setTyped(new Map([...typed, [line.id, { ...draftOf(line), ...changed }]]));

  const record = async (): Promise<void> => {
    if (body.current && hasUnreadableField(body.current)) return void focusFirstError(body.current);
    await command.run({
      ...target,
      supplier_id: order.block.supplier_id,
      confirmation_no: note.number.trim() || null,
      confirmed_on: note.day,
      comment: note.comment.trim() || null,
      lines: order.lines.map((line) => ({ procurement_line_id: line.id, ...draftOf(line) })),
      file_id: await file.send(),
    });
  };

  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={isPhone}
      size={820}
      title={t('procurement.confirmation.title', { supplier: order.supplier })}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <div ref={body}>
        <p className={classes.text}>{t('procurement.confirmation.text')}</p>
        <div className={classes.head}>
          <TextField
            label={t('procurement.confirmation.number')}
            maxLength={60}
            value={note.number}
            onChange={(number) => setNote({ ...note, number })}
            autoFocus
          />
          <DayField
            label={t('procurement.confirmation.day')}
            value={note.day}
            onChange={(day) => setNote({ ...note, day })}
          />
          <DayField
            label={t('procurement.confirmation.date_for_all')}
            value={commonDay(order.lines.map(draftOf))}
            onChange={(delivery_date) =>
              setTyped(new Map(order.lines.map((line) => [line.id, { ...draftOf(line), delivery_date }])))
            }
          />
        </div>
        <ul className={classes.lines}>
          {order.lines.map((line) => (
            <ConfirmedLine
              key={line.id}
              document={document}
              line={line}
              draft={draftOf(line)}
              onChange={(changed) => change(line, changed)}
            />
          ))}
        </ul>
        <TextField
          label={t('procurement.comment')}
          maxLength={commentLength}
          value={note.comment}
          onChange={(comment) => setNote({ ...note, comment })}
        />
        <footer className={classes.foot}>
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
    </Modal>
  );
}

interface ConfirmedLineProps {
  readonly document: ProcurementDocument;
  readonly line: LineRow;
  readonly draft: ConfirmedDraft;
  readonly onChange: (changed: Partial<ConfirmedDraft>) => void;
}

function ConfirmedLine({ document, line, draft, onChange }: ConfirmedLineProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  const name = line.description ?? '';
  const deviating = new Set(differencesOf(document, line, draft).map(({ field }) => field));
  const asked = line.delivery_date ?? document.delivery_date;
  const price = agreedPrice(line);
  const orderedText = [
    [line.quantity === null ? null : format.quantity(line.quantity), line.unit].filter(Boolean).join(' '),
    price === null ? null : `${format.amount(price)} ${document.currency}`,
    asked === null ? null : format.day(asked),
  ]
    .filter(Boolean)
    .join(' · ');
  const marked = (field: ConfirmedField) =>
    deviating.has(field) ? { hint: t('procurement.confirmation.deviates') } : {};
  return (
    <li className={classes.line} data-deviates={deviating.size > 0 || undefined}>
      <div className={classes.name}>
        <p>
          {name} <span className={classes.quiet}>{line.item_number}</span>
        </p>
        <p className={classes.quiet}>{t('procurement.confirmation.ordered', { value: orderedText })}</p>
      </div>
      <Captioned field="quantity">
        <QuantityField
          label={t('procurement.confirmation.quantity_of', { name })}
          isLabelHidden
          {...marked('quantity')}
          value={draft.quantity}
          onChange={(quantity) => onChange({ quantity })}
        />
      </Captioned>
      {seesPrices ? (
        <Captioned field="price">
          <AmountField
            label={t('procurement.confirmation.price_of', { name })}
            isLabelHidden
            {...marked('price')}
            value={draft.price}
            onChange={(changed) => onChange({ price: changed })}
          />
        </Captioned>
      ) : null}
      <Captioned field="delivery_date">
        <DayField
          label={t('procurement.confirmation.date_of', { name })}
          isLabelHidden
          {...marked('delivery_date')}
          value={draft.delivery_date}
          onChange={(delivery_date) => onChange({ delivery_date })}
        />
      </Captioned>
    </li>
  );
}

/** What the field is, for the eye; its own name says of which line, too. */
function Captioned(props: { readonly field: ConfirmedField; readonly children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <div>
      <p className={classes.caption} aria-hidden>
        {t(`procurement.confirmation.${props.field}`)}
      </p>
      {props.children}
    </div>
  );
}

/** What was ordered, and the date that was promised before. */
function proposed(document: ProcurementDocument, line: LineRow): ConfirmedDraft {
  return {
    quantity: amountOrNull(line.quantity),
    price: agreedPrice(line),
    delivery_date: line.confirmed_delivery_date ?? line.delivery_date ?? document.delivery_date,
  };
}

function commonDay(drafts: readonly ConfirmedDraft[]): Day | null {
  const [first] = drafts;
  const isCommon = drafts.every((draft) => draft.delivery_date === first?.delivery_date);
  return isCommon ? (first?.delivery_date ?? null) : null;
}
