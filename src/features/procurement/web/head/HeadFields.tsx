import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { CompanyFields } from '../../../../document/web/head/CompanyFields.tsx';
import classes from '../../../../document/web/head/HeadFields.module.css';
import { useHeadField } from '../../../../document/web/head/use-head-field.ts';
import { findAddresses, findCompanies, findPersons } from '../../../../document/web/lookups.ts';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { onceChosen } from '../../../../platform/web/kit/once-chosen.ts';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { requiredFieldsOf } from '../../required-fields.ts';
import { withCompany } from '../draft/draft.ts';
import type { EditedRequest } from './edited-head.ts';
import { FurtherFields } from './FurtherFields.tsx';

export interface HeadFieldsProps extends EditedRequest {
  /** The column whose field gets the focus; null for none. */
  readonly focused: string | null;
  /** The link to the contract, if there is one. */
  readonly contract: ReactNode;
}

/** The editable head of a request; fields that depend on an empty one show a hint (PROC-05). */
export function HeadFields({ focused, contract, ...edited }: HeadFieldsProps): ReactNode {
  const { head, onChange } = edited;
  const { t } = useTranslation();
  const field = useHeadField(edited);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.querySelector<HTMLElement>(`[name="head.${focused}"]`)?.focus();
  }, [focused]);
  return (
    <section ref={section} className={classes.fields} aria-label={t('document.head')}>
      <div className={classes.wide}>
        <TextField {...field('name')} placeholder={t('procurement.name_placeholder')} />
      </div>
      {contract}
      <RequestCompany {...edited} />
      <SearchSelect
        {...field('delivery_address', 'delivery_address_id')}
        {...onceChosen(head.client !== null, t('document.needs_company'))}
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
      <FurtherFields {...edited} />
    </section>
  );
}

/** Selecting a company sets its currency and default address (PROC-04, PRICE-04). */
function RequestCompany({ onChange, ...edited }: EditedRequest): ReactNode {
  const { t } = useTranslation();
  // The change of company cleared the address, so that a present one was chosen since.
  const takeAddress = (company: Reference, address: Reference | null): void =>
    onChange(
      (present) =>
        present.client?.id === company.id
          ? { ...present, delivery_address: present.delivery_address ?? address }
          : present,
      [],
    );
  return (
    <CompanyFields
      {...edited}
      {...(edited.head.ledger_account === null
        ? { hints: { ledger_account_id: t('procurement.account_found') } }
        : {})}
      findCompanies={(text, signal) => findCompanies(requiredFieldsOf, text, signal)}
      onChange={(change, typed) => onChange((present) => ({ ...present, ...change(present) }), typed)}
      onCompany={(company) => onChange((present) => withCompany(present, company), ['client_id'])}
      onAddress={takeAddress}
    />
  );
}
