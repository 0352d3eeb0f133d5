import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { needsPersonDialog } from '../../../document/approval/role-defaults.ts';
import { DocumentForm, DocumentTitle } from '../../../document/web/DocumentForm.tsx';
import type { KindFormProps } from '../../../document/web/DocumentPage.tsx';
import { type RolePersons, rolePersonsQuery } from '../../../document/web/steps/role-persons.ts';
import type { AskedRole } from '../../../document/web/steps/SubmitDialog.tsx';
import { type Submission, useDocumentActions } from '../../../document/web/steps/use-document-actions.ts';
import { defaultCurrency } from '../../../platform/constants.ts';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import type { Procurement } from '../model.ts';
import { needsSelection } from '../planned-steps.ts';
import type { ProcurementDocument } from './document.ts';
import type { Draft } from './draft/draft.ts';
import { SelectContract } from './head/SelectContractDialog.tsx';
import { PdfButton } from './ordering/PdfButton.tsx';
import { RequestBody } from './RequestBody.tsx';
import { useAskedReceipt } from './receipt/use-asked-receipt.ts';
import { procurementDialogs } from './steps/dialogs.tsx';
import { type ProcurementForm, useProcurementForm } from './use-procurement-form.ts';

/** Title, head, lines and timeline of one request, with the bar of its actions. */
export function RequestForm({
  document,
  start,
  onCreated,
}: KindFormProps<ProcurementDocument, Draft>): ReactNode {
  const form = useProcurementForm(document, start, onCreated);
  const actions = useDocumentActions(form, submissionOf(form), procurementDialogs);
  useAskedReceipt(document, actions);
  return (
    <>
      <DocumentForm
        form={form}
        actions={actions}
        dialogs={procurementDialogs}
        title={<RequestTitle form={form} />}
      >
        <RequestBody form={form} actions={actions} />
      </DocumentForm>
      <SelectContract form={form} />
    </>
  );
}

function RequestTitle({ form }: { readonly form: ProcurementForm }): ReactNode {
  const { t } = useTranslation();
  const { document, editor, totals, isEditing } = form;
  const { head } = editor.draft;
  const name = isEditing ? head.name : (document?.name ?? '');
  const isInAdvance = (isEditing ? head : document)?.payment_in_advance ?? false;
  const currency = document?.currency ?? head.client?.currency ?? defaultCurrency;
  return (
    <DocumentTitle
      form={form}
      name={name}
      total={{ net: totals.total_netto, gross: totals.total_brutto, currency }}
      newStatus="draft"
      badge={
        isInAdvance ? <MeaningBadge meaning="waiting">{t('field.payment_in_advance')}</MeaningBadge> : null
      }
    >
      {document === null ? null : <PdfButton document={document} />}
    </DocumentTitle>
  );
}

/** Asks for the next persons where the settings leave a choice. */
function submissionOf({ situation: { document }, editor }: ProcurementForm): Submission {
  const { client_id, department_id, creator_id } = document.head;
  return {
    asked: async (client) =>
      askedRoles(document, await client.fetchQuery(rolePersonsQuery(client_id, department_id, creator_id))),
    input: { approver_ids: editor.draft.approvers.map((person) => person.id) },
  };
}

/** The roles with several default persons or none (RDEF-05). The receiver is chosen in the form. */
function askedRoles(document: Procurement, persons: RolePersons): readonly AskedRole[] {
  const roles: readonly AskedRole[] = [
    ...(needsSelection(document)
      ? [{ argument: 'select_product_id', persons: persons.user_select_product_id }]
      : []),
    { argument: 'send_order_id', persons: persons.user_send_order_id },
  ];
  return roles.filter((role) => needsPersonDialog(role.persons.map((person) => person.id)));
}
