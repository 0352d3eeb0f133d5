import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDocumentNumber } from '../../../document/number.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import classes from './ExportPage.module.css';
import type { ShownRun } from './export-data.ts';
import { type Withdrawn, withdrawRun } from './withdrawal.ts';

/** The server's limit. */
const longestReason = 1000;

/** Withdraws a whole run with a reason, while it is not imported (EXP-23). */
export function WithdrawRun({ run }: { readonly run: ShownRun }): ReactNode {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const number = formatDocumentNumber('EX', run.running_number);
  const reported = ({ returned, kept }: Withdrawn): string =>
    [
      t('invoice_export.returned', { count: returned }),
      ...(kept > 0 ? [t('invoice_export.kept', { count: kept })] : []),
    ].join(' ');
  const withdrawal = useMutation({
    mutationFn: () => withdrawRun(run.id, reason.trim()),
    onSuccess: (done) => {
      setOpen(false);
      toastSaved(reported(done));
    },
    // Also after a refusal: another person may have been faster.
    onSettled: () => queries.invalidateQueries({ queryKey: ['invoice-export'] }),
  });
  const isMissing = reason.trim() === '';
  const missing = isTried && isMissing ? t('error.field_required') : null;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        aria-label={t('invoice_export.withdraw_of', { run: number })}
        onClick={() => {
          withdrawal.reset();
          setOpen(true);
        }}
      >
        {t('invoice_export.withdraw')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('invoice_export.withdraw_title', { run: number })}
        actionLabel={t('invoice_export.withdraw')}
        isDestructive
        isPending={withdrawal.isPending}
        onConfirm={() => {
          setTried(true);
          if (!isMissing) withdrawal.mutate();
        }}
        onClose={() => setOpen(false)}
      >
        <p>{t('invoice_export.withdraw_text')}</p>
        <div className={classes.reason}>
          <TextField
            label={t('invoice_export.withdraw_reason')}
            required
            autoFocus
            rows={3}
            maxLength={longestReason}
            value={reason}
            onChange={setReason}
            error={missing ?? (withdrawal.isError ? failureText(withdrawal.error) : null)}
          />
        </div>
      </ConfirmDialog>
    </>
  );
}
