import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import { ActionDialog } from '../../../../document/web/steps/ActionDialog.tsx';
import type { OwnDialogProps } from '../../../../document/web/steps/DocumentDialogs.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type ContractDocument, contractPage } from '../kind.ts';
import { LetterFields, letterInput, useChosenLetter } from './LetterFields.tsx';
import classes from './TerminateDialog.module.css';
import { useProposedTermination } from './use-proposed-termination.ts';

/** Asks for the actual day of receipt, shows the resulting end while typing, and offers a new letter (CON-28, CON-32). */
export function CorrectReceiptDialog({
  document,
  action,
  ...dialog
}: OwnDialogProps<ContractDocument>): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const [received, setReceived] = useState<Day | null>(document.terminated_on);
  const { notice_sent_on, agreed_end } = document;
  const [letter, setLetter] = useChosenLetter(document, null);
  const { end } = useProposedTermination(document, { notice_sent_on, terminated_on: received });
  if (action === undefined) return null;
  const ends_on = agreed_end ?? end;
  const isOther = ends_on !== null && ends_on !== document.end_date;
  return (
    <ActionDialog
      {...dialog}
      kind={contractPage}
      action={action}
      more={{ terminated_on: received, letter: isOther ? letterInput(letter) : null }}
    >
      <div className={classes.fields}>
        <DayField label={t('field.terminated_on')} required value={received} onChange={setReceived} />
        {isOther ? (
          <LetterFields
            document={document}
            letter={letter}
            onChange={setLetter}
            days={{ terminated_on: received, agreed_end }}
            isOptional
          />
        ) : null}
      </div>
      {isOther ? <p className={classes.missed}>{t('contract.dialog.correct_receipt.other_end')}</p> : null}
      <p className={classes.end} aria-live="polite">
        {received === null ? null : t('contract.dialog.terminate.end', { day: format.day(ends_on ?? '') })}
      </p>
    </ActionDialog>
  );
}
