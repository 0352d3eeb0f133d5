import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { differingSellerData } from '../../bank-data.ts';
import classes from './Bank.module.css';
import type { BankNoteProps } from './BankNote.tsx';

/** Offers people who may change suppliers to update the supplier from the invoice (INV-05). */
export function SupplierDiffers({ form, actions }: BankNoteProps): ReactNode {
  const { t } = useTranslation();
  const { seller } = form;
  const action = form.document?.actions.find(({ key }) => key === 'change_supplier');
  const differing =
    seller === null ? [] : Object.keys(differingSellerData(form.situation.document.head, seller));
  if (action === undefined || differing.length === 0) return null;
  return (
    <div className={classes.differs}>
      <span>
        {differing.map((column) => t(`field.${column}`)).join(', ')}: {t('invoice.bank.supplier_differs')}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => actions.take(action)}>
        {t(action.label_key)}
      </Button>
    </div>
  );
}
