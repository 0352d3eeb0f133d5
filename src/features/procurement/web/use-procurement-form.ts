import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Totals, totals } from '../../../document/totals.ts';
import { useShownNames } from '../../../document/web/draft/use-shown-names.ts';
import { useSession } from '../../../platform/web/session.ts';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { type EditRights, editRights } from '../editing.ts';
import type { ProcurementSituation } from '../facts.ts';
import type { ProcurementDocument } from './document.ts';
import type { Draft } from './draft/draft.ts';
import { draftOf } from './draft/draft-of-document.ts';
import { forgetKeptDraft, type KeptDraft, keptDraftKey, useKeptDraft } from './draft/kept-draft.ts';
import { type DraftEditor, useDraft } from './draft/use-draft.ts';
import { type Saving, useSave } from './draft/use-save.ts';
import { type FormReader, formSituation } from './form-situation.ts';
import { settingsQuery } from './lookups.ts';
import { type SeenDocument, useDocumentWatch, useSeenDocument } from './steps/use-document-watch.ts';
import { type FormProblems, useFormProblems } from './use-form-problems.ts';

/** Everything that the parts of the page share. */
export interface ProcurementForm extends Omit<FormProblems, 'isReadable'> {
  readonly document: ProcurementDocument | null;
  readonly editor: DraftEditor;
  readonly totals: Totals;
  readonly rights: EditRights;
  /** The same in the words of the rules. */
  readonly situation: ProcurementSituation;
  /** The inputs are shown; approved requests are read until somebody wants to change them. */
  readonly isEditing: boolean;
  readonly mayEdit: boolean;
  /** Reading and changing take turns here, instead of changing always. */
  readonly isToggled: boolean;
  readonly setEditing: (isEditing: boolean) => void;
  readonly saving: Saving;
  readonly seen: SeenDocument;
  /** What stands in the comment box: an action takes it along, a refused one leaves it there (TASK-01, LOCK-04). */
  readonly comment: string;
  readonly setComment: (comment: string) => void;
  readonly kept: { readonly found: KeptDraft | null; readonly settle: () => void };
  /** Saves and says so. */
  readonly saveAndTell: () => void;
}

/** The state of the page of one request, new or existing. `start` is what a new one is filled with. */
export function useProcurementForm(
  document: ProcurementDocument | null,
  start: Draft,
  onCreated: (id: number) => void,
): ProcurementForm {
  const reader = useFormReader();
  const [isOpened, setOpened] = useState(false);
  const [comment, setComment] = useState('');

  const saved = useMemo(() => (document === null ? start : draftOf(document)), [document, start]);
  const edited = useDraft(saved, reader.today);
  const draft = useShownNames(edited.draft);
  const editor = { ...edited, draft };
  const lineTotals = useMemo(() => totals(draft.lines), [draft.lines]);
  const situation = formSituation(document, draft, reader);
  const rights = editRights(situation);
  const mayEdit = rights.head === 'all' || rights.lines === 'all';

  const storageKey = keptDraftKey(reader.userId, document?.id ?? null);
  const kept = useKeptDraft(storageKey, draft, saved, document?.timeline.content_version ?? null);
  const seen = useSeenDocument(document);
  useDocumentWatch(document);
  const saving = useSave(document, editor, seen.version, (answer) => {
    seen.adopt(answer.timeline.content_version);
    forgetKeptDraft(storageKey);
    editor.reset();
    if (document === null) onCreated(answer.id);
  });
  const { container, problems, isReadable, check } = useFormProblems({ draft, situation, mayEdit, saving });

  return {
    document,
    editor,
    totals: lineTotals,
    rights,
    situation,
    isEditing: mayEdit && (isOpened || isEditingStep(document)),
    mayEdit,
    isToggled: !isEditingStep(document),
    setEditing: setOpened,
    saving,
    seen,
    problems,
    comment,
    setComment,
    kept,
    container,
    check,
    saveAndTell: () => {
      if (!isReadable()) return;
      void saving.save().then((target) => {
        if (target === null) return;
        setOpened(false);
        toastSaved();
      });
    },
  };
}

/** Who types, on which day, under which settings of the tenant. */
function useFormReader(): FormReader {
  const session = useSession();
  const format = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  return {
    userId: session?.userId ?? 0,
    roles: session?.roles ?? [],
    today: format.dayOf(new Date()),
    isProductGroupRequired: settings?.isProductGroupRequired ?? false,
  };
}

/** Drafting, product selection and clearing are about changing; everywhere else one reads first. */
function isEditingStep(document: ProcurementDocument | null): boolean {
  return document === null || ['draft', 'open', 'clearing'].includes(document.status);
}
