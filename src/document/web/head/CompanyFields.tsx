import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { onceChosen } from '../../../platform/web/kit/once-chosen.ts';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import type { CompanyReference, Reference } from '../draft/reference.ts';
import { costCentersOf, findDepartments, ledgerAccountsOf, readDependents } from '../lookups.ts';
import { type CompanyHead, withDepartment, withDependents } from './company-head.ts';
import { type EditedHead, useHeadField } from './use-head-field.ts';

export interface CompanyFieldsProps<Company extends CompanyReference>
  extends EditedHead<CompanyHead<Company>> {
  readonly findCompanies: (text: string, signal: AbortSignal) => Promise<readonly Company[]>;
  /** Called when the company changes; dependent fields reset. */
  readonly onCompany: (company: Company | null) => void;
  /** Called with the address of the chosen company once it is loaded. */
  readonly onAddress?: (company: Company, address: Reference | null) => void;
}

/** Company, department, cost center and ledger account, each limited by those before it (PROC-04, PROC-05). */
export function CompanyFields<Company extends CompanyReference>({
  findCompanies,
  onCompany,
  onAddress,
  ...edited
}: CompanyFieldsProps<Company>): ReactNode {
  const { head, onChange } = edited;
  const { t } = useTranslation();
  const field = useHeadField(edited);
  const { client, department } = head;
  const clientId = client?.id ?? 0;
  const onceCompanyIsChosen = onceChosen(client !== null, t('document.needs_company'));

  const chooseCompany = (company: Company | null): void => {
    if (company?.id === client?.id) return;
    onCompany(company);
    if (company === null) return;
    readDependents(head, company.id)
      .then(({ dependents, address }) => {
        onChange(
          (present) =>
            present.client?.id === company.id ? withDependents(present, head, dependents) : present,
          [],
        );
        onAddress?.(company, address);
      })
      .catch(toastFailure);
  };

  return (
    <>
      <SearchSelect
        {...field('client', 'client_id')}
        searchKey={['client']}
        search={findCompanies}
        onChange={(company) => chooseCompany(company as Company | null)}
      />
      <SearchSelect
        {...field('department', 'department_id')}
        {...onceCompanyIsChosen}
        searchKey={['department', clientId]}
        search={(text, signal) => findDepartments(clientId, text, signal)}
        onChange={(chosen) => onChange((present) => withDepartment(present, chosen), ['department_id'])}
      />
      <SearchSelect
        {...field('cost_center', 'cost_center_id')}
        {...onceChosen(client !== null && department !== null, t('document.needs_department'))}
        {...costCentersOf(clientId, department?.id)}
      />
      <SearchSelect
        {...field('ledger_account', 'ledger_account_id')}
        {...onceCompanyIsChosen}
        {...ledgerAccountsOf(clientId)}
      />
    </>
  );
}
