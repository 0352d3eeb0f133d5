import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAnyExceeded } from '../../../document/budget/budget-figures.ts';
import { BudgetPanel } from '../../../document/web/budget/BudgetPanel.tsx';
import { costCentersOf } from '../../../document/web/budget/planned-amounts.ts';
import { useBudgets } from '../../../document/web/budget/use-budgets.ts';
import classes from '../../../document/web/DocumentPage.module.css';
import { openableFiles } from '../../../document/web/document.ts';
import { isOfLine, type Problems } from '../../../document/web/draft/problems.ts';
import { Attachments } from '../../../document/web/head/Attachments.tsx';
import { DocumentFieldInput } from '../../../document/web/head/DocumentFieldInput.tsx';
import fields from '../../../document/web/head/HeadFields.module.css';
import { useHeadField } from '../../../document/web/head/use-head-field.ts';
import { TotalsSummary } from '../../../document/web/lines/TotalsSummary.tsx';
import { ApproverChoice, ApproverPanel } from '../../../document/web/steps/ApproverPanel.tsx';
import { useApproverProposal } from '../../../document/web/steps/approver-proposal.ts';
import type { ApprovedPlaces } from '../../../document/web/steps/approver-sources.ts';
import type { DocumentActions } from '../../../document/web/steps/use-document-actions.ts';
import { useHasRole } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { procurementFields } from '../fields.ts';
import { procurementKind } from '../kind.ts';
import type { ProcurementFields } from '../model.ts';
import { useBudgetedRequest } from './budget/use-budgeted-request.ts';
import { linkedInvoices, type ProcurementDocument } from './document.ts';
import { type HeadDraft, isBlankLine } from './draft/draft.ts';
import { hasPricesOfContract, withoutContract } from './draft/draft-of-contract.ts';
import { ContractLink } from './head/ContractLink.tsx';
import { type EditedRequest, editedHead } from './head/edited-head.ts';
import { HeadFields } from './head/HeadFields.tsx';
import { HeadSentence, isInferred } from './head/HeadSentence.tsx';
import { HeadSummary } from './head/HeadSummary.tsx';
import { InvoiceList } from './head/InvoiceList.tsx';
import { RequestGrid } from './lines/RequestGrid.tsx';
import { RequestTable } from './lines/RequestTable.tsx';
import { OrderPanel } from './ordering/OrderPanel.tsx';
import { FixedCarts } from './punchout/CartRow.tsx';
import { PunchoutPanel } from './punchout/PunchoutPanel.tsx';
import { useShopWindow } from './punchout/use-shop-window.ts';
import { ReceiptList } from './receipt/ReceiptList.tsx';
import type { ProcurementForm } from './use-procurement-form.ts';

interface PartProps {
  readonly form: ProcurementForm;
}

interface BodyProps extends PartProps {
  readonly actions: DocumentActions;
}

/** The left side: head, budget, approvers, and the tabs with lines, documents and invoices (PROC-01). */
export function RequestBody({ form, actions }: BodyProps): ReactNode {
  const { document } = form;
  const isDraft = document === null || document.status === 'draft';
  return (
    <>
      <Head form={form} />
      <div className={classes.decision} data-reading={!form.isEditing}>
        <BudgetPanel document={useBudgetedRequest(form)} />
        {isDraft ? (
          <DraftApprovers form={form} />
        ) : (
          <ApproverPanel kind={procurementKind} document={document} places={approvedPlaces(document)} />
        )}
      </div>
      <OrderPanel form={form} actions={actions} />
      <BodyTabs form={form} actions={actions} />
    </>
  );
}

function approvedPlaces(document: ProcurementDocument): ApprovedPlaces {
  const suppliers = document.procurement_lines.flatMap(({ supplier }) => supplier?.id ?? []);
  return {
    departmentId: document.department?.id ?? null,
    costCenterIds: costCentersOf({ head: document, lines: document.procurement_lines }).map(({ id }) => id),
    supplierIds: [...new Set(suppliers)],
  };
}

const tabs = ['items', 'invoices', 'documents'] as const;
type BodyTab = (typeof tabs)[number];

function BodyTabs({ form, actions }: BodyProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false });
  const { document, editor, problems } = form;
  const errors = [...problems.keys()].filter(isOfLine).length;
  // New problems in the lines switch to their tab (VAL-45).
  const asked = tabs.find((one) => one === tab) ?? 'items';
  const [hidden, setHidden] = useState(0);
  const shown = form.saving.findings > hidden && errors > 0 ? 'items' : asked;
  const counts: Readonly<Record<BodyTab, number>> = {
    items: editor.draft.lines.filter((line) => !isBlankLine(line)).length,
    invoices: document === null ? 0 : linkedInvoices(document).length,
    documents: openableFiles(document).length,
  };
  const show = (value: string | null): void => {
    setHidden(form.saving.findings);
    void navigate({
      to: '/procurement/form',
      search: {
        ...(document === null ? {} : { id: document.id }),
        ...(value === null || value === 'items' ? {} : { tab: value }),
      },
      replace: true,
      ignoreBlocker: true,
    });
  };
  return (
    <Tabs className={classes.tabs} value={shown} keepMounted={false} onChange={show}>
      <Tabs.List aria-label={t('shell.tabs')}>
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`procurement.tab.${one}`)} <span className={classes.count}>{counts[one]}</span>
            {one === 'items' && errors > 0 ? (
              <span className={classes.errors}>{t('document.errors', { count: errors })}</span>
            ) : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="items">
        <Items form={form} />
        {document === null ? null : <ReceiptList document={document} onTakeBack={takesBack(form, actions)} />}
      </Tabs.Panel>
      <Tabs.Panel value="invoices">
        <InvoiceList form={form} />
      </Tabs.Panel>
      <Tabs.Panel value="documents">
        <Attachments form={form} />
      </Tabs.Panel>
    </Tabs>
  );
}

const takingBack = ['receive', 'return_goods'];

/** Receipts can be taken back during delivery, and their goods returned after it (PROC-18, PROC-42). */
function takesBack(
  { document }: ProcurementForm,
  actions: DocumentActions,
): ((booking: string) => void) | null {
  const takesBack =
    document?.actions.some(({ key, enabled }) => takingBack.includes(key) && enabled) ?? false;
  return takesBack ? (booking) => actions.ask('take_back', booking) : null;
}

function Head({ form }: PartProps): ReactNode {
  const { document, editor, rights, saving, isEditing, problems } = form;
  const [corrected, setCorrected] = useState<string | null>(null);
  const edited = editedHead({
    head: editor.draft.head,
    problems,
    onChange: (change, typed) => {
      editor.setHead(change);
      saving.forgetProblems(typed.map((field) => `head.${field}`));
    },
  });
  const contract = <ContractOfDraft form={form} />;
  // All fields stay open once one of them had a problem.
  if (document === null && corrected === null && hasHeadProblem(problems)) setCorrected('');
  if (document === null && corrected === null && isInferred(edited.head)) {
    return <HeadSentence {...edited} contract={contract} onCorrect={setCorrected} />;
  }
  if (document === null || (isEditing && rights.head === 'all')) {
    const first = document === null && !isInferred(edited.head) ? 'name' : null;
    return <HeadFields {...edited} focused={corrected ?? first} contract={contract} />;
  }
  return (
    <>
      <HeadSummary document={document} />
      {isEditing && rights.head !== 'all' && rights.head.length > 0 ? (
        <SingleFields {...edited} names={rights.head} />
      ) : null}
    </>
  );
}

function hasHeadProblem(problems: Problems): boolean {
  return [...problems.keys()].some((place) => !isOfLine(place) && place !== 'head.name');
}

function ContractOfDraft({ form: { editor } }: PartProps): ReactNode {
  const seesPrices = useHasRole('user-price');
  const { contract } = editor.draft.head;
  if (contract === null) return null;
  return (
    <ContractLink
      contract={contract}
      losesPrices={hasPricesOfContract(editor.draft, seesPrices)}
      onUnlink={() => editor.replace(withoutContract(editor.draft))}
    />
  );
}

interface SingleFieldsProps extends EditedRequest {
  readonly names: readonly (keyof ProcurementFields)[];
}

/** The fields that are editable in a step without a new approval, such as order data (PROC-13). */
function SingleFields({ names, ...edited }: SingleFieldsProps): ReactNode {
  const field = useHeadField(edited);
  const plain = names.filter((name) => name in edited.head) as (keyof ProcurementFields & keyof HeadDraft)[];
  return (
    <div className={fields.fields}>
      {plain.map((name) => (
        <DocumentFieldInput key={name} field={procurementFields[name]} {...field(name)} />
      ))}
    </div>
  );
}

function DraftApprovers({ form }: PartProps): ReactNode {
  const session = useSession();
  const { document, editor } = form;
  const creatorId = document?.creator?.id ?? session?.userId ?? 0;
  const { head, lines, approvers } = editor.draft;
  const budgeted = useBudgetedRequest(form);
  const exceeded = useBudgets(budgeted).filter(({ figures }) => figures !== null && isAnyExceeded(figures));
  const proposal = useApproverProposal({
    clientId: head.client?.id ?? null,
    departmentId: head.department?.id ?? null,
    costCenterId: head.cost_center?.id ?? null,
    costCenterIds: budgeted.costCenters.map(({ id }) => id),
    exceededCostCenters: exceeded.map(({ costCenter }) => costCenter.id),
    supplierIds: [...new Set(lines.map((line) => line.supplier?.id ?? 0))],
    chosenIds: approvers.map(({ id }) => id),
    totals: form.totals,
    rated: head,
    creatorId,
  });
  return <ApproverChoice proposal={proposal} manual={approvers} onChange={editor.setApprovers} />;
}

function Items({ form }: PartProps): ReactNode {
  const { document, totals, rights, isEditing } = form;
  const isGrid = document === null || (isEditing && rights.lines === 'all');
  return (
    <>
      {isGrid ? (
        <EditedItems form={form} />
      ) : (
        <>
          <FixedCarts form={form} />
          <RequestTable document={document} />
        </>
      )}
      <TotalsSummary totals={totals} isEditing={isGrid} />
    </>
  );
}

function EditedItems({ form }: PartProps): ReactNode {
  const shop = useShopWindow(form);
  return (
    <>
      <PunchoutPanel form={form} shop={shop} />
      <RequestGrid form={form} onEnterShop={shop.enter} />
    </>
  );
}
