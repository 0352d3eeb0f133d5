import { useState } from 'react';
import { useSession } from '../../platform/web/session.ts';
import { toastSaved } from '../../platform/web/toasts.tsx';
import { type KeptComment, useTypedComment } from '../../timeline/web/typed-comments.ts';
import type { DocumentSituation } from '../facts.ts';
import type { ShownDocument } from './document.ts';
import type { DraftKind } from './draft/draft-kind.ts';
import { type KeptDraftChoice, useKeptDraft } from './draft/kept-draft.ts';
import { draftKey } from './draft/kept-places.ts';
import type { Editor } from './draft/use-editor.ts';
import { type Saving, useSave } from './draft/use-save.ts';
import type { PageKind } from './kind.ts';
import type { ChangesBetween } from './steps/document-change.ts';
import { type SeenDocument, useDocumentWatch, useSeenDocument } from './steps/use-document-watch.ts';
import { type FormProblems, type FormRules, useFormProblems } from './use-form-problems.ts';

/** The state of an open document page, for all kinds. */
export interface DocumentForm<Document extends ShownDocument = ShownDocument>
  extends Omit<FormProblems, 'isReadable'> {
  readonly kind: PageKind;
  /** Null for a new document. */
  readonly document: Document | null;
  readonly editor: Pick<Editor<unknown>, 'isDirty' | 'reset' | 'conflicts' | 'decide'>;
  /** The declared fields of its draft, for labels and formats. */
  readonly fields: DraftKind<unknown>['fields'];
  readonly rights: { readonly startsApprovalAgain: boolean };
  /** The form's content as a situation for the rules. */
  readonly situation: DocumentSituation;
  /** Inputs are shown; approved documents are read-only until the person edits them. */
  readonly isEditing: boolean;
  readonly mayEdit: boolean;
  /** The page switches between reading and editing instead of always editing. */
  readonly isToggled: boolean;
  readonly setEditing: (isEditing: boolean) => void;
  readonly saving: Saving;
  /** Counts attempts to save with open conflicts, to focus the choice each time. */
  readonly choicesAsked: number;
  readonly seen: SeenDocument;
  /** The text of the comment box: an action includes it, a refused action keeps it (TASK-01, LOCK-04). */
  readonly typed: KeptComment;
  readonly kept: KeptDraftChoice;
  /** Saves with a success message. */
  readonly saveAndNotify: () => void;
}

export interface DocumentFormOptions<Document extends ShownDocument, Draft> {
  readonly kind: PageKind;
  readonly draftKind: DraftKind<Draft>;
  readonly document: Document | null;
  /** The draft of the saved content. */
  readonly saved: Draft;
  readonly editor: Editor<Draft>;
  readonly rights: DocumentForm['rights'];
  readonly situation: DocumentSituation;
  readonly mayEdit: boolean;
  readonly rules: FormRules;
  readonly changes: ChangesBetween<Document>;
  readonly onCreated: (id: number) => void;
}

/** The state of a document page, new or existing, on top of the kind's own fields. */
export function useDocumentForm<Document extends ShownDocument, Draft>(
  options: DocumentFormOptions<Document, Draft>,
): DocumentForm<Document> {
  const { kind, draftKind, document, saved, editor, rights, situation } = options;
  const { mayEdit, rules, changes, onCreated } = options;
  const { draft } = editor;
  const userId = useSession()?.userId ?? 0;
  const [isOpened, setOpened] = useState(false);
  const [asked, setAsked] = useState(0);
  const typed = useTypedComment(kind.name, document?.id ?? null);

  const key = draftKey(kind, userId, document?.id ?? null);
  const contentVersion = document?.timeline.content_version ?? null;
  const onRestore = editor.resume;
  const kept = useKeptDraft({ key, draftKind, draft, saved, contentVersion, onRestore });
  const seen = useSeenDocument(document, changes);
  useDocumentWatch(kind, document);
  const saving = useSave({
    kind,
    draftKind,
    id: document?.id ?? null,
    version: seen.version,
    editor,
    onConflict: () => setAsked((count) => count + 1),
    onSaved: (answer) => {
      seen.adopt(answer.timeline.content_version);
      kept.forget();
      if (document === null) onCreated(answer.id);
    },
  });
  const lineKeys = draftKind.lineKeys(draft);
  const { container, problems, isReadable, check } = useFormProblems({ rules, lineKeys, mayEdit, saving });
  const isAlwaysEdited = document === null || kind.editedIn.includes(document.status);

  return {
    kind,
    fields: draftKind.fields,
    document,
    editor,
    choicesAsked: asked,
    rights,
    situation,
    isEditing: mayEdit && (isOpened || isAlwaysEdited),
    mayEdit,
    isToggled: !isAlwaysEdited,
    setEditing: setOpened,
    saving,
    seen,
    problems,
    typed,
    kept,
    container,
    check,
    saveAndNotify: () => {
      if (!isReadable()) return;
      void saving.save().then((target) => {
        if (target === null) return;
        setOpened(false);
        toastSaved();
      });
    },
  };
}
