import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../../base/money.ts';
import { AmountField } from '../../../platform/web/kit/AmountField.tsx';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import type { OperatorBilling } from '../model.ts';
import classes from './Billing.module.css';
import { creditBill } from './billing-data.ts';

export interface CreditDialogProps {
  readonly billing: OperatorBilling;
  readonly onClose: () => void;
}

/** Asks for amount and reason of a credit note (OP-13). */
export function CreditDialog({ billing: { billing, bill, tenant }, onClose }: CreditDialogProps): ReactNode {
  const { t } = useTranslation();
  const [net, setNet] = useState<Amount | null>(null);
  const [reason, setReason] = useState('');
  const { isPending, perform } = useAction();
  const [isLooked, setLooked] = useState(false);
  const missing = (isThere: boolean) => (isLooked && !isThere ? { error: t('error.field_required') } : {});
  const confirm = async (): Promise<void> => {
    setLooked(true);
    if (net === null || reason.trim() === '') return;
    await perform(() =>
      creditBill(tenant.id, bill.month, { net, reason: reason.trim() }).then(() => {
        toastSaved(t('billing.credit.started'));
        onClose();
      }),
    );
  };
  return (
    <ConfirmDialog
      opened
      title={t('billing.credit.title', { number: billing?.document_number ?? '' })}
      actionLabel={t('billing.credit.create')}
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <p>{t('billing.credit.text')}</p>
        <AmountField
          name="net"
          label={t('billing.credit.net')}
          required
          decimals={2}
          suffix="EUR"
          {...missing(net !== null)}
          value={net}
          onChange={setNet}
        />
        <TextInput
          label={t('billing.credit.reason')}
          required
          maxLength={200}
          {...missing(reason.trim() !== '')}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
