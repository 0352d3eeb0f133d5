import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { ApproverChoice, ApproverPanel } from './ApproverPanel.tsx';
import { useApproverProposal } from './approver-proposal.ts';
import { BudgetPanel } from './BudgetPanel.tsx';
import fields from './HeadFields.module.css';
import { HeadFields } from './HeadFields.tsx';
import { HeadSummary } from './HeadSummary.tsx';
import { InvoiceList } from './InvoiceList.tsx';
import { LineGrid } from './LineGrid.tsx';
import { LineTable, type LineTableProps } from './LineTable.tsx';
import classes from './ProcurementPage.module.css';
import { ReceiptList } from './ReceiptList.tsx';
import { TotalsSummary } from './TotalsSummary.tsx';
import type { ProcurementForm } from './use-procurement-form.ts';

interface PartProps {
  readonly form: ProcurementForm;
}

/** The left side: head, budget, approvers, and the tabs with lines and invoices (PROC-01). */
export function RequestBody(props: PartProps & Pick<LineTableProps, 'onConfirmOrder'>): ReactNode {
  const { form, onConfirmOrder } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { tab = 'items' } = useSearch({ strict: false });
  const { document, editor } = form;
  const lineCount = editor.draft.lines.length;
  if (document === null || document.status === 'draft') {
    return (
      <>
        <Head form={form} />
        <div className={classes.decision}>
          <BudgetPanel form={form} />
          <DraftApprovers form={form} />
        </div>
        <Items form={form} onConfirmOrder={onConfirmOrder} />
      </>
    );
  }
  return (
    <>
      <Head form={form} />
      <div className={classes.decision} data-reading={!form.isEditing}>
        <BudgetPanel form={form} />
        <ApproverPanel document={document} />
      </div>
      <Tabs
        className={classes.tabs}
        value={tab === 'invoices' ? 'invoices' : 'items'}
        keepMounted={false}
        onChange={(value) =>
          void navigate({
            to: '/procurement/form',
            search: { id: document.id, ...(value === 'invoices' ? { tab: value } : {}) },
            replace: true,
            ignoreBlocker: true,
          })
        }
      >
        <Tabs.List>
          <Tabs.Tab value="items">
            {t('procurement.tab.items')} <span className={classes.count}>{lineCount}</span>
          </Tabs.Tab>
          <Tabs.Tab value="invoices">
            {t('procurement.tab.invoices')} <span className={classes.count}>{document.invoices.length}</span>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="items">
          <Items form={form} onConfirmOrder={onConfirmOrder} />
          <ReceiptList document={document} />
        </Tabs.Panel>
        <Tabs.Panel value="invoices">
          <InvoiceList document={document} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Head({ form }: PartProps): ReactNode {
  const { document, editor, rights, saving, isEditing } = form;
  if (document === null || (isEditing && rights.head === 'all')) {
    return (
      <HeadFields
        head={editor.draft.head}
        problems={saving.problems}
        isNew={document === null}
        onChange={(change, typed) => {
          editor.setHead(change);
          saving.forgetProblems(typed.map((field) => `head.${field}`));
        }}
      />
    );
  }
  return (
    <>
      <HeadSummary document={document} />
      {isEditing && rights.head.includes('external_order_number') ? <OrderData form={form} /> : null}
    </>
  );
}

/** What whoever places the order may add without a new approval (PROC-13). */
function OrderData({ form: { editor, saving } }: PartProps): ReactNode {
  const { t } = useTranslation();
  const { head } = editor.draft;
  return (
    <div className={fields.fields}>
      <TextField
        label={t('field.external_order_number')}
        maxLength={60}
        error={saving.problems.get('head.external_order_number')}
        value={head.external_order_number}
        onChange={(external_order_number) =>
          editor.setHead((present) => ({ ...present, external_order_number }))
        }
      />
      <DayField
        label={t('field.delivery_date')}
        error={saving.problems.get('head.delivery_date')}
        value={head.delivery_date}
        onChange={(delivery_date) => editor.setHead((present) => ({ ...present, delivery_date }))}
      />
    </div>
  );
}

function DraftApprovers({ form }: PartProps): ReactNode {
  const session = useSession();
  const { document, editor, totals, approvers, setApprovers } = form;
  const creatorId = document?.creator?.id ?? session?.userId ?? 0;
  const proposal = useApproverProposal(editor.draft, totals, approvers, creatorId);
  const currency = editor.draft.head.client?.currency ?? 'EUR';
  return (
    <ApproverChoice proposal={proposal} manual={approvers} currency={currency} onChange={setApprovers} />
  );
}

function Items({ form, onConfirmOrder }: PartProps & Pick<LineTableProps, 'onConfirmOrder'>): ReactNode {
  const { document, editor, totals, rights, saving, isEditing } = form;
  const isGrid = document === null || (isEditing && rights.lines === 'all');
  return (
    <>
      {isGrid ? (
        <LineGrid
          editor={editor}
          totals={totals}
          currency={editor.draft.head.client?.currency ?? 'EUR'}
          problems={saving.problems}
          onTyped={saving.forgetProblems}
        />
      ) : (
        <LineTable document={document} onConfirmOrder={onConfirmOrder} />
      )}
      <TotalsSummary totals={totals} isEditing={isGrid} />
    </>
  );
}
