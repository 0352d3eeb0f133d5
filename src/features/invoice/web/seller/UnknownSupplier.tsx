import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasRole } from '../../../../platform/web/profile.ts';
import type { Reading } from '../../../recognition/reading.ts';
import { readParty, supplierStart } from '../../new-supplier.ts';
import classes from '../doubts/Doubts.module.css';
import type { InvoiceForm } from '../use-invoice-form.ts';
import { KnownSupplier, NewSupplierDialog } from './NewSupplierDialog.tsx';
import { useSameSupplier } from './same-supplier.ts';
import { useSupplierChoice } from './use-supplier-choice.ts';

export interface UnknownSupplierProps {
  readonly form: InvoiceForm;
  readonly reading: Reading;
}

/** Shows a seller that is not in the master data; people with the right can create the supplier (REC-05, REC-06). */
export function UnknownSupplier({ form, reading }: UnknownSupplierProps): ReactNode {
  const { t } = useTranslation();
  const mayCreate = useHasRole('user-can-insert-supplier');
  const [isOpen, setOpen] = useState(false);
  const same = useSameSupplier(supplierStart(reading));
  const choose = useSupplierChoice(form, reading);
  const { head } = form.editor.draft;
  const party = readParty(reading);
  if (party === null || head.supplier !== null) return null;
  const onChosen = (id: number): void => {
    choose({ id, name: '' });
    setOpen(false);
  };
  const who = [party.name, party.vatId ?? party.iban].filter(Boolean).join(', ');
  return (
    <section className={classes.note} aria-label={t('invoice.seller.title')}>
      {same === null ? (
        <>
          <IconBuildingStore size={18} stroke={1.6} className={classes.warning} aria-hidden />
          <span className={classes.text}>
            <strong>{t('invoice.seller.unknown')}</strong> {who}
          </span>
          {mayCreate ? (
            <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
              {t('invoice.seller.create')}
            </Button>
          ) : (
            <p className={classes.quiet}>{t('invoice.seller.ask')}</p>
          )}
        </>
      ) : (
        <KnownSupplier same={same} onChosen={onChosen} />
      )}
      {isOpen ? (
        <NewSupplierDialog reading={reading} onChosen={onChosen} onClose={() => setOpen(false)} />
      ) : null}
    </section>
  );
}
