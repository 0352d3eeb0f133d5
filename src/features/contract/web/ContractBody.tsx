import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BudgetPanel } from '../../../document/web/budget/BudgetPanel.tsx';
import { ApproverPanel } from '../../../document/web/steps/ApproverPanel.tsx';
import { budgetedContract } from './budgeted-contract.ts';
import classes from './ContractBody.module.css';
import { ContractFacts } from './ContractFacts.tsx';
import { ContractFields } from './ContractFields.tsx';
import { type ContractDocument, contractPage } from './kind.ts';
import { ContractLines } from './lines/ContractLines.tsx';
import { Related } from './related/Related.tsx';
import { relatedQuery } from './related/related.ts';
import { Reminders } from './reminders/Reminders.tsx';
import type { ContractForm } from './use-contract-form.ts';

/** Orders and invoices shown below the contract; a tab lists all of them. */
const relatedShown = 6;

export interface ContractBodyProps {
  readonly form: ContractForm;
  readonly document: ContractDocument;
  /** Opens a tab. */
  readonly onShow: (tab: string) => void;
}

/** The contract at a glance: facts, budgets, reminders, lines and related documents; as inputs while editing. */
export function ContractBody({ form, document, onShow }: ContractBodyProps): ReactNode {
  const { t } = useTranslation();
  const related = useQuery(relatedQuery(document.id)).data ?? [];
  if (form.isEditing) return <ContractFields form={form} />;
  return (
    <>
      <ContractFacts document={document} reminder={form.situation.document.head.reminder_date} />
      <BudgetPanel document={budgetedContract(form)} />
      <ApproverPanel
        kind={contractPage}
        document={document}
        places={{
          departmentId: document.department?.id ?? null,
          costCenterIds: document.cost_center ? [document.cost_center.id] : [],
          supplierIds: document.supplier ? [document.supplier.id] : [],
        }}
      />
      <Part title={t('contract.reminders')}>
        <Reminders document={document} />
      </Part>
      {document.contract_lines.length === 0 ? null : (
        <Part title={t('contract.tab.items')}>
          <ContractLines form={form} />
        </Part>
      )}
      {related.length === 0 ? null : (
        <Part
          title={t('contract.tab.related')}
          more={
            related.length <= relatedShown ? null : (
              <button type="button" className={classes.more} onClick={() => onShow('related')}>
                {t('contract.all_related', { count: related.length })}
              </button>
            )
          }
        >
          <Related form={form} limit={relatedShown} />
        </Part>
      )}
    </>
  );
}

interface PartProps {
  readonly title: string;
  /** Link to the remaining items. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

function Part({ title, more = null, children }: PartProps): ReactNode {
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {more}
      </div>
      {children}
    </>
  );
}
