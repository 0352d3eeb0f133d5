import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import { ActionDialog } from '../../../../document/web/steps/ActionDialog.tsx';
import type { OwnDialogProps } from '../../../../document/web/steps/DocumentDialogs.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type ContractDocument, contractPage } from '../kind.ts';
import { useProof } from './use-proof.tsx';

/** Asks for the day on which the partner confirmed the notice (CON-28). */
export function ConfirmTerminationDialog({
  document: _,
  action,
  ...dialog
}: OwnDialogProps<ContractDocument>): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const [day, setDay] = useState<Day | null>(format.today());
  const proof = useProof();
  if (action === undefined) return null;
  return (
    <ActionDialog
      {...dialog}
      kind={contractPage}
      action={action}
      more={{ termination_confirmed_on: day }}
      onDone={(answer) => {
        proof.send(answer.id);
        dialog.onDone(answer);
      }}
    >
      <DayField label={t('audit.contract.termination_confirmed_on')} required value={day} onChange={setDay} />
      {proof.field}
    </ActionDialog>
  );
}
