import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commentLength } from '../../../../platform/constants.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import classes from '../ExportPage.module.css';
import type { ReportedEntry, ShownRun } from '../export-data.ts';
import { resolveEntry, resolveRun } from './run-data.ts';

/** The finding to be confirmed. */
export interface Question {
  readonly run: ShownRun;
  /** Null for all uncertain invoices of the run. */
  readonly entry: ReportedEntry | null;
  readonly exported: boolean;
  readonly target: string;
}

const referenceLength = 200;

/** Confirms before an invoice counts as booked or is exported again, which could book it twice (TASK-19). */
export function ResolveDialog({
  question: { run, entry, exported, target },
  onClose,
}: {
  readonly question: Question;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [reference, setReference] = useState('');
  const [comment, setComment] = useState('');
  const settling = useMutation({
    mutationFn: () => {
      const resolution = { exported, comment: comment.trim() || null };
      return entry === null
        ? resolveRun(run.id, resolution)
        : resolveEntry(
            entry.id,
            exported ? { ...resolution, reference: reference.trim() || null } : resolution,
          );
    },
    onSuccess: () => {
      toastSaved();
      onClose();
    },
    // Also after a refusal: another person may have been faster.
    onSettled: () => queries.invalidateQueries({ queryKey: ['invoice-export'] }),
  });
  const verdict = t(exported ? 'invoice_export.booked' : 'invoice_export.not_booked', { target });
  const number = entry?.invoice?.invoice_number_formatted ?? t('invoice_export.uncertain_all');
  return (
    <ConfirmDialog
      opened
      title={`${verdict}: ${number}`}
      actionLabel={verdict}
      isPending={settling.isPending}
      onConfirm={() => settling.mutate()}
      onClose={onClose}
    >
      <p>{t(exported ? 'invoice_export.booked_text' : 'invoice_export.not_booked_text', { target })}</p>
      {exported && entry !== null ? (
        <div className={classes.field}>
          <TextField
            label={t('invoice_export.reference', { target })}
            maxLength={referenceLength}
            value={reference}
            onChange={setReference}
          />
        </div>
      ) : null}
      <div className={classes.field}>
        <TextField
          label={t('invoice_export.comment')}
          rows={2}
          maxLength={commentLength}
          value={comment}
          onChange={setComment}
          error={settling.isError ? failureText(settling.error) : null}
        />
      </div>
    </ConfirmDialog>
  );
}
