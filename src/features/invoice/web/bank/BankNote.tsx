import { Button } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountWarnings } from '../../../../document/web/AccountWarnings.tsx';
import type { DocumentActions } from '../../../../document/web/steps/use-document-actions.ts';
import { choiceText } from '../../../../entity/choice-text.ts';
import { useLanguage } from '../../../../platform/web/i18n.ts';
import { supplier } from '../../../master-data/supplier.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import classes from './Bank.module.css';
import { bankDoubtOf } from './bank-state.ts';
import { ComparedAccounts } from './ComparedAccounts.tsx';

/** The actions offered beside the warning. */
const deeds = ['confirm_bank_data', 'ask_bank_confirmation'];

export interface BankNoteProps {
  readonly form: InvoiceForm;
  readonly actions: DocumentActions;
}

/** Warns in red about a bank account that is not known for the supplier (INV-21). */
export function BankNote({ form, actions }: BankNoteProps): ReactNode {
  const { t } = useTranslation();
  const countryName = useCountryName();
  const { seller } = form;
  const doubt = bankDoubtOf(form);
  if (doubt === null || seller === null) return null;
  const { phone, country } = seller;
  const offered = (form.document?.actions ?? []).filter(({ key }) => deeds.includes(key));
  return (
    <section className={classes.note} aria-label={t('invoice.bank.check')}>
      <IconAlertOctagon size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <strong>{t(`invoice.bank.${doubt.code}`)}</strong>
        <ComparedAccounts doubt={doubt} />
        {doubt.isForeign ? (
          <p>
            {t('invoice.bank.abroad', {
              account: countryName(doubt.iban.slice(0, 2)),
              supplier: countryName(country),
            })}
          </p>
        ) : null}
        <AccountWarnings supplierId={seller.id} iban={doubt.iban} />
        <p>{phone === null ? t('invoice.bank.call') : t('invoice.bank.call_phone', { phone })}</p>
        {offered.length > 0 ? <p>{t('invoice.bank.second_person')}</p> : null}
      </div>
      <div className={classes.actions}>
        {offered
          .filter(({ enabled }) => enabled)
          .map((action) => (
            <Button key={action.key} size="compact-sm" variant="default" onClick={() => actions.take(action)}>
              {t(action.label_key)}
            </Button>
          ))}
      </div>
    </section>
  );
}

function useCountryName(): (code: string) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const field = { table: 'supplier', name: 'country', field: supplier.fields.country };
  return (code) => choiceText(field, code, t, language);
}
