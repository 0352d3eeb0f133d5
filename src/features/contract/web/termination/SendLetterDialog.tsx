import type { ReactNode } from 'react';
import { ActionDialog } from '../../../../document/web/steps/ActionDialog.tsx';
import type { OwnDialogProps } from '../../../../document/web/steps/DocumentDialogs.tsx';
import { type ContractDocument, contractPage } from '../kind.ts';
import { LetterFields, letterInput, useChosenLetter } from './LetterFields.tsx';
import classes from './TerminateDialog.module.css';

/** Sends a letter for a recorded notice, also again if the first one did not arrive (CON-31). */
export function SendLetterDialog({
  document,
  action,
  ...dialog
}: OwnDialogProps<ContractDocument>): ReactNode {
  const [letter, setLetter] = useChosenLetter(document, 'email');
  if (action === undefined) return null;
  const { terminated_on, agreed_end } = document;
  return (
    <ActionDialog {...dialog} kind={contractPage} action={action} more={{ letter: letterInput(letter) }}>
      <div className={classes.fields}>
        <LetterFields
          document={document}
          letter={letter}
          onChange={setLetter}
          days={{ terminated_on, agreed_end }}
          isOptional={false}
        />
      </div>
    </ActionDialog>
  );
}
