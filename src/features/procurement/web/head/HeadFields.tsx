import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  findAddresses,
  findCompanies,
  findCostCenters,
  findDepartments,
  findLedgerAccounts,
  findPersons,
  readDependents,
} from '../../../../document/web/lookups.ts';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { onceChosen } from '../../../../platform/web/kit/once-chosen.ts';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { requiredFieldsOf } from '../../required-fields.ts';
import { type HeadDraft, withCompany, withDepartment } from '../draft/draft.ts';
import { FurtherFields } from './FurtherFields.tsx';
import classes from './HeadFields.module.css';
import { type EditedHead, useHeadField } from './use-head-field.ts';

export interface HeadFieldsProps extends EditedHead {
  /** Nothing is saved yet: the first field is focused. */
  readonly isNew: boolean;
  /** What the request is ordered from, where it is from a contract. */
  readonly contract: ReactNode;
}

/** The head of a request as inputs; what depends on another field waits for it with a hint (PROC-05). */
export function HeadFields({ isNew, contract, ...props }: HeadFieldsProps): ReactNode {
  const { head, onChange } = props;
  const { t } = useTranslation();
  const field = useHeadField(props);
  return (
    <section className={classes.fields} aria-label={t('procurement.head')}>
      <div className={classes.wide}>
        <TextField
          {...field('name')}
          {...(isNew ? { autoFocus: true } : {})}
          maxLength={255}
          placeholder={t('procurement.name_placeholder')}
        />
      </div>
      {contract}
      <CompanyFields {...props} />
      <SearchSelect
        {...field('delivery_address', 'delivery_address_id')}
        {...onceChosen(head.client !== null, t('procurement.needs_company'))}
        searchKey={['client_address', head.client?.id]}
        search={(text, signal) => findAddresses(head.client?.id ?? 0, text, signal)}
      />
      <SearchSelect
        {...field('consignee', 'consignee_id')}
        searchKey={['lb_user']}
        search={(text, signal) => findPersons(text, signal, false)}
      />
      <DayField
        {...field('delivery_date')}
        {...(head.is_delivery_date_proposed ? { hint: t('procurement.delivery_date_proposed') } : {})}
        onChange={(delivery_date) =>
          onChange(
            (present) => ({ ...present, delivery_date, is_delivery_date_proposed: false }),
            ['delivery_date'],
          )
        }
      />
      <FurtherFields {...props} />
    </section>
  );
}

/** Company, department, cost center and ledger account, each limited by those before it (PROC-04, PROC-05). */
function CompanyFields(props: EditedHead): ReactNode {
  const { head, onChange } = props;
  const { t } = useTranslation();
  const field = useHeadField(props);
  const { client, department } = head;
  const clientId = client?.id ?? 0;
  const onceCompanyIsChosen = onceChosen(client !== null, t('procurement.needs_company'));

  const chooseCompany = (company: HeadDraft['client']): void => {
    if (company?.id === client?.id) return;
    onChange((present) => withCompany(present, company), ['client_id']);
    if (company === null) return;
    readDependents(head, company.id)
      .then(({ dependents, address: delivery_address }) =>
        onChange(
          (present) =>
            present.client?.id === company.id ? { ...present, ...dependents, delivery_address } : present,
          [],
        ),
      )
      .catch(toastFailure);
  };

  return (
    <>
      <SearchSelect
        {...field('client', 'client_id')}
        searchKey={['client']}
        search={(text, signal) => findCompanies(requiredFieldsOf, text, signal)}
        onChange={(company) => chooseCompany(company as HeadDraft['client'])}
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
        {...onceChosen(client !== null && department !== null, t('procurement.needs_department'))}
        searchKey={['cost_center', clientId, department?.id]}
        search={(text, signal) => findCostCenters(clientId, department?.id ?? null, text, signal)}
      />
      <SearchSelect
        {...field('ledger_account', 'ledger_account_id')}
        {...onceCompanyIsChosen}
        searchKey={['ledger_account', clientId]}
        search={(text, signal) => findLedgerAccounts(clientId, text, signal)}
      />
    </>
  );
}
