import { useMemo } from 'react';
import { newDocumentRights } from '../../../document/editing.ts';
import { numberedLines } from '../../../document/web/draft/draft-kind.ts';
import { type Editor, useEditor } from '../../../document/web/draft/use-editor.ts';
import { useFormSituation } from '../../../document/web/form-situation.ts';
import { type DocumentForm, useDocumentForm } from '../../../document/web/use-document-form.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { sealedNames } from '../agreement.ts';
import { committingKind } from '../commitment.ts';
import { checkProblems, totalsOf, typingProblems } from '../rules.ts';
import { type ContractSituation, editRights } from '../steps.ts';
import { type ContractDraft, contractDraft, draftOf, typedLines } from './draft.ts';
import { noStoredDays, typedHead } from './following.ts';
import { type ContractDocument, contractChanges, contractPage } from './kind.ts';

/** The shared state of the page. */
export interface ContractForm extends DocumentForm<ContractDocument> {
  readonly editor: Editor<ContractDraft>;
  readonly situation: ContractSituation;
  /** Columns that only an amendment can change (CON-38); empty before signing. */
  readonly closed: ReadonlySet<string>;
}

/** The state of the page of one contract, new or existing. */
export function useContractForm(
  document: ContractDocument | null,
  start: ContractDraft,
  onCreated: (id: number) => void,
): ContractForm {
  const saved = useMemo(() => (document === null ? start : draftOf(document)), [document, start]);
  const editor = useEditor(document, saved, contractDraft);
  const situation = useSituation(document, editor.draft);
  const rights = document === null ? newDocumentRights : editRights(situation);
  const typed = situation.document;
  const form = useDocumentForm({
    kind: contractPage,
    draftKind: contractDraft,
    document,
    saved,
    editor,
    rights,
    situation,
    mayEdit: rights.head === 'all',
    rules: {
      whileTyping: () => typingProblems(typed),
      all: () => checkProblems(typed, situation.facts.required),
    },
    changes: contractChanges,
    onCreated,
  });
  const closed = new Set<string>(sealedNames(situation.document.timeline));
  return { ...form, editor, situation, closed };
}

/** The typed contract as input of the rules. */
function useSituation(document: ContractDocument | null, draft: ContractDraft): ContractSituation {
  const format = useFormat();
  const today = format.today();
  const lines = numberedLines(typedLines(draft));
  const stored = document ?? noStoredDays;
  const { terminated_on, agreed_end, first_end } = stored;
  const situation = useFormSituation({
    kind: committingKind,
    document,
    head: {
      ...typedHead(draft.head, stored, today),
      ...totalsOf(lines),
      amends_id: document?.amends?.id ?? null,
      notice_sent_on: document?.notice_sent_on ?? null,
      notice_form: document?.notice_form ?? null,
      terminated_on,
      termination_confirmed_on: document?.termination_confirmed_on ?? null,
      agreed_end,
      first_end,
      renewals_done: 0,
      is_reminder_typed: draft.head.is_reminder_typed,
    },
    begins: { at: 'contract-start', status: 'pending' },
  });
  return {
    ...situation,
    document: {
      ...situation.document,
      lines,
      dueReminders: (document?.contract_due_reminders ?? []).map(({ contract_reminder, ...due }) => ({
        ...due,
        lb_user_id: contract_reminder?.lb_user_id ?? null,
      })),
      reminderIds: (document?.contract_reminders ?? []).map(({ id }) => id),
      readings: document?.contract_recognitions ?? [],
      letterState: document?.contract_letters[0]?.state ?? null,
    },
    facts: {
      ...situation.facts,
      ofCompany: draft.head.client,
      partnerEmail: document?.addressee?.email ?? null,
      // Only the server knows who may sign and what was deactivated.
      signers: [],
      inactive: [],
      required: draft.head.client?.requiredFields ?? [],
    },
  };
}
