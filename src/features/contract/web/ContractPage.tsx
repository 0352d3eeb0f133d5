import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentForm, DocumentTitle } from '../../../document/web/DocumentForm.tsx';
import { DocumentPage, type KindFormProps } from '../../../document/web/DocumentPage.tsx';
import { noSubmission, useDocumentActions } from '../../../document/web/steps/use-document-actions.ts';
import { NoPermission } from '../../../platform/web/kit/EmptyState.tsx';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { useHasRole, useProfile } from '../../../platform/web/profile.ts';
import { yearlyTotal } from '../intervals.ts';
import { ContractFields } from './ContractFields.tsx';
import { ContractTabs } from './ContractTabs.tsx';
import { ContractDates } from './dates/ContractDates.tsx';
import type { ContractDraft } from './draft.ts';
import { type ContractDocument, contractPage } from './kind.ts';
import { ContractLines } from './lines/ContractLines.tsx';
import { DocumentPane } from './reading/DocumentPane.tsx';
import { ProposalsProvider } from './reading/proposals-context.ts';
import { useProposals } from './reading/use-proposals.ts';
import { contractDialogs } from './termination/dialogs.tsx';
import { LetterNote } from './termination/LetterNote.tsx';
import { type ContractForm as Form, useContractForm } from './use-contract-form.ts';
import { useStart } from './use-start.ts';
import { AmendButton } from './versions/AmendButton.tsx';
import { AmendmentNote } from './versions/AmendmentNote.tsx';

/** The page of one contract; a new one needs the right to create contracts (CON-05, ROLE-10). */
export function ContractPage(): ReactNode {
  const { t } = useTranslation();
  const { id } = useSearch({ strict: false });
  const mayCreate = useHasRole('user-insert-contract');
  if (id === undefined && !mayCreate) {
    return (
      <NoPermission isPage title={t('contract.not_allowed.title')}>
        {t('contract.not_allowed.text')}
      </NoPermission>
    );
  }
  return <DocumentPage kind={contractPage} Form={ContractForm} useStart={useStart} />;
}

/** Title, dates, tabs, timeline and action bar of one contract. */
function ContractForm({
  document,
  start,
  onCreated,
}: KindFormProps<ContractDocument, ContractDraft>): ReactNode {
  const { t } = useTranslation();
  const form = useContractForm(document, start, onCreated);
  const actions = useDocumentActions(form, noSubmission, contractDialogs);
  const proposals = useProposals(form);
  return (
    <DocumentForm
      form={form}
      actions={actions}
      dialogs={contractDialogs}
      title={<Title form={form} />}
      leaving={t('contract.leaving')}
      beside={proposals.file === null ? null : <DocumentPane proposals={proposals} file={proposals.file} />}
    >
      {document === null ? null : <AmendmentNote document={document} />}
      {document === null ? null : <LetterNote document={document} />}
      <ContractDates form={form} />
      <ProposalsProvider value={proposals}>
        {document === null ? (
          <>
            <ContractFields form={form} />
            <ContractLines form={form} />
          </>
        ) : (
          <ContractTabs form={form} document={document} />
        )}
      </ProposalsProvider>
    </DocumentForm>
  );
}

function Title({ form }: { readonly form: Form }): ReactNode {
  const { t } = useTranslation();
  const { document } = form;
  const { head } = form.editor.draft;
  const { lines, head: typed } = form.situation.document;
  const yearly = yearlyTotal(lines, head.usage_type);
  return (
    <DocumentTitle
      form={form}
      name={head.name}
      total={yearly === null ? null : { net: yearly, currency: typed.currency, label: t('contract.yearly') }}
      newStatus="pending"
      badge={
        head.termination_special_right.trim() === '' ? null : (
          <MeaningBadge meaning="progress">{t('contract.special_right')}</MeaningBadge>
        )
      }
    >
      {form.isEditing ? null : <AmendButton form={form} />}
      {document === null ? null : <NewUnderContract document={document} />}
    </DocumentTitle>
  );
}

/** Buttons for new orders and invoices under an active contract (CON-07). */
function NewUnderContract({ document }: { readonly document: ContractDocument }): ReactNode {
  const { t } = useTranslation();
  const modules = useProfile()?.modules ?? [];
  const plus = <IconPlus size={16} stroke={1.6} aria-hidden />;
  if (document.status !== 'active') return null;
  return (
    <>
      {modules.includes('procurement') ? (
        <Button
          variant="default"
          leftSection={plus}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/procurement/form"
              search={{ 'select-contract': true, contract_id: document.id }}
            />
          )}
          aria-label={t('contract.new_order')}
        >
          {t('contract.order')}
        </Button>
      ) : null}
      {modules.includes('invoice') ? (
        <Button
          variant="default"
          leftSection={plus}
          renderRoot={(props) => <Link {...props} to="/invoice/form" search={{ contract_id: document.id }} />}
          aria-label={t('contract.new_invoice')}
        >
          {t('contract.invoice')}
        </Button>
      ) : null}
    </>
  );
}
