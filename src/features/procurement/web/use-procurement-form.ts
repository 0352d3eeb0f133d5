import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldProblem } from '../../../base/refusal.ts';
import { focusFirstError, hasUnreadableField } from '../../../platform/web/kit/form-focus.ts';
import { useSession } from '../../../platform/web/session.ts';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { type EditRights, editRights } from '../editing.ts';
import type { ProcurementSituation } from '../facts.ts';
import { type Totals, totals } from '../totals.ts';
import { submitProblems } from '../validation.ts';
import type { ProcurementDocument } from './document.ts';
import type { Draft, Reference } from './draft.ts';
import { draftOf } from './draft-of-document.ts';
import { formSituation } from './form-situation.ts';
import { forgetKeptDraft, type KeptDraft, keptDraftKey, useKeptDraft } from './kept-draft.ts';
import { type SeenDocument, useDocumentWatch, useSeenDocument } from './use-document-watch.ts';
import { type DraftEditor, useDraft } from './use-draft.ts';
import { type Saving, useSave } from './use-save.ts';

/** Everything that the parts of the page share. */
export interface ProcurementForm {
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
  readonly approvers: readonly Reference[];
  readonly setApprovers: (approvers: readonly Reference[]) => void;
  /** What stands in the comment box: an action takes it along, a refused one leaves it there (TASK-01, LOCK-04). */
  readonly comment: string;
  readonly setComment: (comment: string) => void;
  readonly kept: { readonly found: KeptDraft | null; readonly settle: () => void };
  readonly container: RefObject<HTMLDivElement | null>;
  /** Whether the form can be submitted as far as the browser can tell; shows what is wrong if not. */
  readonly check: () => boolean;
  /** Saves and says so. */
  readonly saveAndTell: () => void;
}

/** The state of the page of one request, new or existing. `start` is what a new one is filled with. */
export function useProcurementForm(
  document: ProcurementDocument | null,
  start: Draft,
  onCreated: (id: number) => void,
): ProcurementForm {
  const session = useSession();
  const format = useFormat();
  const container = useRef<HTMLDivElement | null>(null);
  const [isOpened, setOpened] = useState(false);
  const [comment, setComment] = useState('');
  const [chosen, setChosen] = useState<readonly Reference[] | null>(null);

  const saved = useMemo(() => (document === null ? start : draftOf(document)), [document, start]);
  const editor = useDraft(saved);
  const { draft } = editor;
  const lineTotals = useMemo(() => totals(draft.lines), [draft.lines]);
  const reader = {
    userId: session?.userId ?? 0,
    roles: session?.roles ?? [],
    today: format.dayOf(new Date()),
  };
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

  const { findings } = saving;
  useEffect(() => {
    if (findings > 0 && container.current) focusFirstError(container.current);
  }, [findings]);

  const show = (problems: readonly FieldProblem[]): boolean => {
    saving.showProblems(problems);
    return problems.length === 0;
  };
  const isReadable = (): boolean =>
    !(container.current && hasUnreadableField(container.current) && focusFirstError(container.current));

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
    approvers: chosen ?? manualApprovers(document),
    setApprovers: setChosen,
    comment,
    setComment,
    kept,
    container,
    check: () => isReadable() && show(submitProblems(situation.document, situation.facts)),
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

/** Drafting, product selection and clearing are about changing; everywhere else one reads first. */
function isEditingStep(document: ProcurementDocument | null): boolean {
  return document === null || ['draft', 'open', 'clearing'].includes(document.status);
}

function manualApprovers(document: ProcurementDocument | null): readonly Reference[] {
  return (document?.procurement_approvers ?? [])
    .filter((row) => row.inserted_manually || row.inserted_by_group)
    .flatMap((row) => (row.lb_user === null ? [] : [{ id: row.lb_user.id, name: row.lb_user.name }]));
}
