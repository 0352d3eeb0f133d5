import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PointState } from '../../check-point.ts';
import { bankStateOf } from '../bank/bank-state.ts';
import { CheckPoints } from '../checks/CheckPoints.tsx';
import type { InvoiceForm } from '../use-invoice-form.ts';

/** The state of the account in the form, as a point of the check (INV-21). */
export function BankPoint({ form }: { readonly form: InvoiceForm }): ReactNode {
  const { t } = useTranslation();
  const found = bankStateOf(form);
  if (form.seller === null) return null;
  const states: Readonly<Partial<Record<typeof found, PointState>>> = {
    ok: 'ok',
    unneeded: 'ok',
    missing: 'missing',
  };
  const text = found in states ? t(`invoice.bank.point.${found}`) : t(`invoice.bank.${found}`);
  const point = { key: 'bank', state: states[found] ?? ('doubtful' as const), text };
  return <CheckPoints title={t('invoice.bank.title')} points={[point]} />;
}
