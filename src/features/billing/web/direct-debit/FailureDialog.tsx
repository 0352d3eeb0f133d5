import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { useAction } from '../../../../platform/web/use-action.ts';
import {
  type FailureKind,
  failureKinds,
  type ListedDebit,
  type MadeDebit,
} from '../../direct-debit/model.ts';
import classes from '../Billing.module.css';
import { failDebit } from './direct-debit-data.ts';

export interface FailureDialogProps {
  /** Null when closed. */
  readonly failed: { readonly bill: ListedDebit; readonly debit: MadeDebit } | null;
  readonly onClose: () => void;
}

/** Records how a direct debit failed; its bill can then be collected again. */
export function FailureDialog({ failed, onClose }: FailureDialogProps): ReactNode {
  const { t } = useTranslation();
  const [kind, setKind] = useState<FailureKind>('returned');
  const [reason, setReason] = useState('');
  const { isPending, perform } = useAction();
  const confirm = async (): Promise<void> => {
    if (failed === null) return;
    const { bill, debit } = failed;
    const marked = { tenant_id: bill.tenant_id, id: debit.id, kind, reason: reason.trim() || null };
    await perform(() => failDebit(marked).then(() => toastSaved(t('billing.debits.failure_saved'))));
    onClose();
  };
  return (
    <ConfirmDialog
      opened={failed !== null}
      title={t('billing.debits.failure_title', { name: failed?.bill.tenant ?? '' })}
      actionLabel={t('billing.debits.failed')}
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <NativeSelect
          label={t('billing.debits.failure_kind')}
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            setKind(failureKinds.find((known) => known === value) ?? 'returned')
          }
          data={failureKinds.map((value) => ({ value, label: t(`billing.debits.failure.${value}`) }))}
        />
        <TextInput
          label={t('billing.debits.reason')}
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
