import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import { rowInput } from '../../../../document/web/draft/draft-fields.ts';
import { ActionDialog } from '../../../../document/web/steps/ActionDialog.tsx';
import type { OwnDialogProps } from '../../../../document/web/steps/DocumentDialogs.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { contractFields } from '../../fields.ts';
import { proposedTermination } from '../../termination.ts';
import { draftOf } from '../draft.ts';
import { type ContractDocument, contractPage } from '../kind.ts';
import classes from './TerminateDialog.module.css';

/** Asks when the notice did arrive, and tells the end that it leads to while one types (CON-28). */
export function CorrectReceiptDialog({
  document,
  action,
  ...dialog
}: OwnDialogProps<ContractDocument>): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const [received, setReceived] = useState<Day | null>(document.terminated_on);
  if (action === undefined) return null;
  const { head } = draftOf(document);
  const { notice_sent_on, first_end, agreed_end } = document;
  const { end } = proposedTermination(
    { ...rowInput(contractFields, head), first_end },
    { today: format.dayOf(new Date()), ofCompany: head.client },
    { notice_sent_on, terminated_on: received },
  );
  return (
    <ActionDialog {...dialog} kind={contractPage} action={action} more={{ terminated_on: received }}>
      <div className={classes.fields}>
        <DayField label={t('field.terminated_on')} required value={received} onChange={setReceived} />
      </div>
      <p className={classes.end} aria-live="polite">
        {received === null
          ? null
          : t('contract.dialog.terminate.end', { day: format.day(agreed_end ?? end ?? '') })}
      </p>
    </ActionDialog>
  );
}
