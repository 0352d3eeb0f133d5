import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '../../../../document/web/steps/ActionDialog.tsx';
import type { OwnDialogProps } from '../../../../document/web/steps/DocumentDialogs.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { type Decision, decisionsFor } from '../../due-reminder.ts';
import { type ContractDocument, contractPage } from '../kind.ts';
import { TerminateDialog } from '../termination/TerminateDialog.tsx';
import { useReminderTexts } from './due-text.ts';
import classes from './Reminders.module.css';

/** Asks for the decision about due reminders; giving notice opens its own dialog (CON-25). */
export function AcknowledgeDialog({
  document,
  action,
  ...dialog
}: OwnDialogProps<ContractDocument>): ReactNode {
  const { t } = useTranslation();
  const texts = useReminderTexts();
  // Reminders that become due while the dialog is open are not included.
  const [reminders] = useState(document.contract_due_reminders);
  const [chosen, setChosen] = useState<Decision | null>(null);
  const termination = document.actions.find(({ key, enabled }) => key === 'terminate' && enabled);
  if (action === undefined) return null;
  if (chosen === 'terminate') return <TerminateDialog {...dialog} document={document} action={termination} />;
  const decisions = decisionsFor(reminders, document).filter(
    (decision) => decision !== 'terminate' || termination !== undefined,
  );
  const options = decisions.map((id) => ({ id, name: t(`contract.choice.decision.${id}`) }));
  const decision = chosen ?? decisions[0];
  return (
    <ActionDialog
      {...dialog}
      kind={contractPage}
      action={action}
      more={{ reminder_ids: reminders.map(({ id }) => id), decision }}
    >
      <ul className={classes.due}>
        {reminders.map((reminder) => (
          <li key={reminder.id}>{texts.due(reminder, document)}</li>
        ))}
      </ul>
      <SearchSelect
        label={t('contract.decision_label')}
        required
        value={options.find(({ id }) => id === decision) ?? null}
        options={options}
        onChange={(option) => setChosen(option?.id ?? null)}
      />
    </ActionDialog>
  );
}
