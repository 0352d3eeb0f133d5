import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, compareAmounts, minus } from '../../../../base/money.ts';
import classes from '../../../../document/web/steps/ActionDialog.module.css';
import type { CommandDialogProps } from '../../../../document/web/use-document-command.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import type { ProcurementDocument } from '../document.ts';
import { useProcurementCommand } from '../use-procurement-command.ts';
import { bookings, type ReturnableReceipt, returnableReceipts } from './receipt-bookings.ts';

export interface TakeBackDialogProps extends CommandDialogProps {
  readonly document: ProcurementDocument;
  /** The number of the wrong booking. */
  readonly booking: string;
}

/** Takes a wrong receipt back with a counter receipt and its reason, or returns its goods (PROC-18, PROC-42, DATA-30). */
export function TakeBackDialog(props: TakeBackDialogProps): ReactNode {
  const { document, booking: number, target, onDone, onClose } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<ReadonlyMap<number, Amount | null>>(new Map());
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isFinished = document.status === 'completed';
  const command = useProcurementCommand(isFinished ? 'return_goods' : 'receive', { onDone });
  const booking = bookings(document).find((one) => one.number === number);
  const lines = booking ? returnableReceipts(document, booking) : [];
  const quantityOf = ({ receipt, maxQuantity }: ReturnableReceipt): Amount | null =>
    typed.has(receipt.id) ? (typed.get(receipt.id) ?? null) : maxQuantity;
  const isTooMuch = (line: ReturnableReceipt): boolean =>
    !isWithin(quantityOf(line) ?? '0', line.maxQuantity);
  const receipts = lines.flatMap((line) => counterReceipt(line, quantityOf(line) ?? '0', reason.trim()));
  const run = (): void => {
    setTried(true);
    if (reason.trim() === '' || receipts.length === 0 || lines.some(isTooMuch)) return;
    void command.run({ ...target, receipts });
  };
  return (
    <ConfirmDialog
      opened
      title={t('procurement.receive.counter_of', { number })}
      actionLabel={t(isFinished ? 'procurement.actions.return_goods' : 'procurement.receive.counter')}
      isPending={command.isPending}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{t('procurement.receive.counter_text')}</p>
      <div className={classes.fields}>
        {lines.map((line) => (
          <QuantityField
            key={line.receipt.id}
            label={t('procurement.receive.counter_quantity', { name: line.row.description })}
            {...(line.row.unit === null ? {} : { suffix: line.row.unit })}
            error={
              isTooMuch(line) || (isTried && receipts.length === 0)
                ? t('procurement.receive.counter_nothing')
                : null
            }
            value={quantityOf(line)}
            onChange={(quantity) => setTyped(new Map([...typed, [line.receipt.id, quantity]]))}
          />
        ))}
        <TextField
          label={t('field.reason')}
          required
          maxLength={255}
          error={
            isTried && reason.trim() === ''
              ? t('error.specific_field_required', { field: t('field.reason') })
              : command.refusal === null
                ? null
                : failureText(command.refusal)
          }
          value={reason}
          onChange={setReason}
        />
      </div>
    </ConfirmDialog>
  );
}

function isWithin(quantity: Amount, most: Amount): boolean {
  return compareAmounts(quantity, '0') >= 0 && compareAmounts(quantity, most) <= 0;
}

/** The counter receipt that takes this quantity back; none for zero. */
function counterReceipt({ row, receipt }: ReturnableReceipt, quantity: Amount, reason: string) {
  if (compareAmounts(quantity, '0') <= 0) return [];
  return [{ procurement_line_id: row.id, reverses_id: receipt.id, quantity: minus('0', quantity), reason }];
}
