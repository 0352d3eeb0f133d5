import { type ReactNode, useMemo } from 'react';
import { fieldNames, requiredFields } from '../../src/document/fields.ts';
import { type ReadRow, selectionOf } from '../../src/document/read-fields.ts';
import { DocumentForm, DocumentTitle } from '../../src/document/web/DocumentForm.tsx';
import { DocumentPage, type KindFormProps } from '../../src/document/web/DocumentPage.tsx';
import type { ShownDocument } from '../../src/document/web/document.ts';
import { type DraftRow, draftRow, emptyRow, rowInput } from '../../src/document/web/draft/draft-fields.ts';
import { fieldsDraft } from '../../src/document/web/draft/fields-draft.ts';
import { useEditor } from '../../src/document/web/draft/use-editor.ts';
import { useFormSituation } from '../../src/document/web/form-situation.ts';
import { DocumentFieldInput } from '../../src/document/web/head/DocumentFieldInput.tsx';
import { useHeadField } from '../../src/document/web/head/use-head-field.ts';
import { type PageKind, plainActions } from '../../src/document/web/kind.ts';
import { changesOf } from '../../src/document/web/steps/document-change.ts';
import { useDocumentActions } from '../../src/document/web/steps/use-document-actions.ts';
import { useDocumentForm } from '../../src/document/web/use-document-form.ts';
import { isAssignee } from '../../src/timeline/flow.ts';
import { fakeFields, fakeKind } from './fake-kind.ts';

export type ShownFake = ShownDocument & ReadRow<typeof fakeFields>;
type Draft = { readonly head: DraftRow<typeof fakeFields> };

const fields = selectionOf(fakeFields);
const page: PageKind = { ...fakeKind, fields, editedIn: ['pending', 'clearing'], actions: plainActions };
const start = { draft: { head: emptyRow(fakeFields) }, isPending: false };
const draftKind = fieldsDraft(fakeFields, start.draft.head);
const changes = changesOf<ShownFake, { id: number }>({ fields: fakeFields, lines: () => [], unwatched: [] });
const total = { net: '0', gross: '0', currency: 'EUR' };
const nothing = { total_netto: '0', total_brutto: '0', currency: 'EUR', exchange_rate: null };
const noProblems = { whileTyping: () => [], all: () => [] };

/** The page of the fake kind: its two fields in the shared frame. */
export function FakePage(): ReactNode {
  return <DocumentPage kind={page} Form={FakeForm} useStart={() => start} />;
}

function FakeForm({ document, start, onCreated }: KindFormProps<ShownFake, Draft>): ReactNode {
  const saved = useMemo(
    () => (document ? { head: draftRow(fakeFields, document) } : start),
    [document, start],
  );
  const editor = useEditor<Draft>(document, saved, draftKind);
  const situation = useFormSituation({
    kind: fakeKind,
    document,
    head: { ...nothing, ...rowInput(fakeFields, editor.draft.head) },
    begins: { at: 'contract-start', status: 'pending' },
  });
  const form = useDocumentForm<ShownFake, Draft>({
    ...{ kind: page, draftKind, document, saved, editor, situation, changes, onCreated, rules: noProblems },
    rights: { startsApprovalAgain: false },
    mayEdit: isAssignee(situation),
  });
  const actions = useDocumentActions(form, { asked: async () => [], input: {} }, {});
  const { head } = editor.draft;
  const required = new Set(requiredFields(fakeFields));
  const field = useHeadField({
    ...{ head, fields: fakeFields, required, problems: form.problems },
    onChange: (change) => editor.change((draft) => ({ head: change(draft.head) })),
  });
  const title = <DocumentTitle form={form} name={head.name} total={total} newStatus="pending" />;
  return (
    <DocumentForm form={form} actions={actions} dialogs={{}} title={title}>
      {fieldNames(fakeFields).map((name) => (
        <DocumentFieldInput key={name} field={fakeFields[name]} {...field(name)} />
      ))}
    </DocumentForm>
  );
}
