import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type DocumentFields, requiredFields } from '../../../document/fields.ts';
import { BudgetPanel } from '../../../document/web/budget/BudgetPanel.tsx';
import type { Reference } from '../../../document/web/draft/reference.ts';
import { CompanyFields } from '../../../document/web/head/CompanyFields.tsx';
import { CurrencyFields } from '../../../document/web/head/CurrencyFields.tsx';
import { inCurrency } from '../../../document/web/head/company-head.ts';
import { DocumentFieldInput } from '../../../document/web/head/DocumentFieldInput.tsx';
import fields from '../../../document/web/head/HeadFields.module.css';
import { type EditedHead, useHeadField } from '../../../document/web/head/use-head-field.ts';
import { findPersons, findSuppliers } from '../../../document/web/lookups.ts';
import { defaultCurrency } from '../../../platform/constants.ts';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import { contractFields } from '../fields.ts';
import { proposalNames } from '../proposals.ts';
import { budgetedContract } from './budgeted-contract.ts';
import classes from './ContractFields.module.css';
import { findContractCompanies } from './company.ts';
import { CopyData } from './copy/CopyData.tsx';
import type { ContractDraft } from './draft.ts';
import { Proposed } from './reading/Proposed.tsx';
import { ReadingPanel } from './reading/ReadingPanel.tsx';
import { TermFields } from './TermFields.tsx';
import type { ContractForm } from './use-contract-form.ts';
import { SealedNote } from './versions/SealedNote.tsx';

type Head = ContractDraft['head'];

const declared: DocumentFields = contractFields;
const always: ReadonlySet<string> = new Set(requiredFields(contractFields));

const about = ['category', 'type', 'contract_date', 'external_contract_number'] as const;
const payment = ['payment_method', 'payment_timing', 'payment_direction', 'usage_type'] as const;

/** The fields of a contract as inputs, partner, term and payment, and the budgets of its cost center. */
export function ContractFields({ form }: { readonly form: ContractForm }): ReactNode {
  const { t } = useTranslation();
  const { editor, saving, problems, situation, closed } = form;
  const edited: EditedHead<Head> = {
    head: editor.draft.head,
    fields: declared,
    required: new Set([...always, ...situation.facts.required]),
    closed,
    problems,
    labels: { supplier_id: t('contract.partner'), type: t('contract.type'), name: t('field.name') },
    onChange: (change, typed) => {
      editor.change((draft) => ({ ...draft, head: change(draft.head) }));
      saving.forgetProblems(typed.map((column) => `head.${column}`));
    },
  };
  return (
    <>
      {closed.size === 0 ? null : <SealedNote form={form} />}
      <ReadingPanel form={form} />
      {closed.size === 0 ? <CopyData form={form} /> : null}
      <PartnerFields {...edited} />
      <Group title={t('contract.group.term')}>
        <TermFields {...edited} following={situation.document.head} />
      </Group>
      <PaymentFields {...edited} />
      <BudgetPanel document={budgetedContract(form)} />
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A titled group of fields. */
function Group({ title, children }: GroupProps): ReactNode {
  return (
    <section aria-label={title} className={classes.group}>
      <h2 className={classes.title}>{title}</h2>
      <div className={fields.fields}>{children}</div>
    </section>
  );
}

function PartnerFields(edited: EditedHead<Head>): ReactNode {
  const { t } = useTranslation();
  const field = useHeadField(edited);
  return (
    <Group title={t('contract.group.partner')}>
      <div className={fields.wide}>
        <Proposed names={['name']}>
          <DocumentFieldInput field={contractFields.name} {...field('name')} />
        </Proposed>
      </div>
      <Proposed names={['supplier_id']}>
        <SearchSelect
          {...field('supplier', 'supplier_id')}
          searchKey={['supplier']}
          search={findSuppliers}
          onChange={(chosen) => field('supplier', 'supplier_id').onChange(chosen as Reference | null)}
        />
      </Proposed>
      <CompanyFields
        {...edited}
        findCompanies={findContractCompanies}
        onChange={(change, typed) =>
          edited.onChange((present) => ({ ...present, ...change(present) }), typed)
        }
        onCompany={(client) => edited.onChange((present) => withCompany(present, client), ['client_id'])}
      />
      <SearchSelect
        {...field('responsible', 'responsible_id')}
        searchKey={['lb_user']}
        search={(text, signal) => findPersons(text, signal, false)}
        onChange={(chosen) => field('responsible', 'responsible_id').onChange(chosen as Reference | null)}
      />
      {about.map((name) => (
        <Proposed key={name} names={proposalNames.filter((one) => one === name)}>
          <DocumentFieldInput field={contractFields[name]} {...field(name)} />
        </Proposed>
      ))}
    </Group>
  );
}

function PaymentFields(edited: EditedHead<Head>): ReactNode {
  const { t } = useTranslation();
  const field = useHeadField(edited);
  return (
    <Group title={t('contract.group.payment')}>
      {payment.map((name) => (
        <Proposed key={name} names={proposalNames.filter((one) => one === name)}>
          <DocumentFieldInput field={contractFields[name]} {...field(name)} />
        </Proposed>
      ))}
      <Proposed names={['currency']}>
        <CurrencyFields
          {...edited}
          own={edited.head.client?.currency ?? defaultCurrency}
          day={null}
          onChange={(change, typed) =>
            edited.onChange((present) => ({ ...present, ...change(present) }), typed)
          }
        />
      </Proposed>
      <div className={fields.checks}>
        <DocumentFieldInput field={contractFields.recurring_invoice} {...field('recurring_invoice')} />
      </div>
      <div className={classes.notes}>
        <DocumentFieldInput field={contractFields.notes} {...field('notes')} />
      </div>
    </Group>
  );
}

/** Sets the company and, as default, its currency (PRICE-04). */
function withCompany(head: Head, client: Head['client']): Head {
  return { ...head, client, ...(client === null ? {} : inCurrency(head, client.currency)) };
}
