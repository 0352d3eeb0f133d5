import { IconArrowsDiff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { receivedDifferences } from '../../as-received.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import classes from './Doubts.module.css';

/**
 * Differences between the form and the received e-invoice, side by side, for people who check, approve or account
 * (INV-25).
 */
export function ReceivedNote({ form }: { readonly form: InvoiceForm }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  const { document, facts } = form.situation;
  const { currency } = document.head;
  const differences = receivedDifferences({ document, facts: { ...facts, seller: form.seller } });
  const shown = differences.filter(({ part }) => part !== 'value' || seesPrices);
  if (shown.length === 0) return null;
  const title = t('document.approval.received');
  return (
    <section className={classes.note} aria-label={title}>
      <IconArrowsDiff size={18} stroke={1.6} className={classes.warning} aria-hidden />
      <strong>{title}</strong>
      <ul className={classes.list}>
        {shown.map(({ part, received, typed }) => {
          const written = (value: string): string =>
            part === 'value' ? format.amount(value, { currency, decimals: 2 }) : value;
          const values = { received: written(received), typed: written(typed) };
          return (
            <li key={part}>
              {t('document.approval.received_difference', {
                label: t(`document.covered.${part}`),
                ...values,
              })}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
