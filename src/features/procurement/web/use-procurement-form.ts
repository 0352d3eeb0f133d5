import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Totals, totals } from '../../../document/totals.ts';
import { useShownNames } from '../../../document/web/draft/use-shown-names.ts';
import { type DocumentForm, useDocumentForm } from '../../../document/web/use-document-form.ts';
import { useSession } from '../../../platform/web/session.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { editRights, type RequestRights } from '../editing.ts';
import type { ProcurementSituation } from '../facts.ts';
import { missingFor } from '../requirements.ts';
import { formatProblems, typingProblems } from '../validation.ts';
import type { ProcurementDocument } from './document.ts';
import type { Draft } from './draft/draft.ts';
import { procurementDraft } from './draft/draft-kind.ts';
import { draftOf } from './draft/draft-of-document.ts';
import { type DraftEditor, useDraft } from './draft/use-draft.ts';
import { type FormReader, formSituation } from './form-situation.ts';
import { procurementPage } from './kind.tsx';
import { settingsQuery } from './lookups.ts';
import { procurementChanges } from './steps/watched-fields.ts';

/** The shared state of the page. */
export interface ProcurementForm extends DocumentForm<ProcurementDocument> {
  readonly editor: DraftEditor;
  readonly totals: Totals;
  readonly rights: RequestRights;
  /** The draft as input for the rules. */
  readonly situation: ProcurementSituation;
}

/** The state of the page of one request, new or existing. `start` prefills a new one. */
export function useProcurementForm(
  document: ProcurementDocument | null,
  start: Draft,
  onCreated: (id: number) => void,
): ProcurementForm {
  const reader = useFormReader();
  const saved = useMemo(() => (document === null ? start : draftOf(document)), [document, start]);
  const edited = useDraft(document, saved, reader.today);
  const draft = useShownNames(edited.draft);
  const editor = { ...edited, draft };
  const lineTotals = useMemo(() => totals(draft.lines), [draft.lines]);
  const situation = formSituation(document, draft, reader);
  const rights = editRights(situation);
  const form = useDocumentForm({
    kind: procurementPage,
    draftKind: procurementDraft,
    document,
    saved,
    editor,
    rights,
    situation,
    mayEdit: rights.head === 'all' || rights.lines === 'all',
    rules: rulesOf(situation),
    changes: procurementChanges,
    onCreated,
  });
  return { ...form, editor, totals: lineTotals, rights, situation };
}

function rulesOf({ document, facts }: ProcurementSituation) {
  const whileTyping = document.head.status === 'draft' ? typingProblems : formatProblems;
  return {
    whileTyping: () => whileTyping(document, facts),
    all: () => missingFor('submit', document, facts),
  };
}

/** The person, the day and the tenant's settings. */
function useFormReader(): FormReader {
  const session = useSession();
  const format = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  return {
    userId: session?.userId ?? 0,
    roles: session?.roles ?? [],
    today: format.today(),
    isProductGroupRequired: settings?.isProductGroupRequired ?? false,
  };
}
