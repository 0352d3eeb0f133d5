import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import fields from '../../../../document/web/head/HeadFields.module.css';
import type { DocumentActions } from '../../../../document/web/steps/use-document-actions.ts';
import { AmountField, QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import type { Reading } from '../../../recognition/reading.ts';
import type { PointState } from '../../check-point.ts';
import {
  coupledDiscount,
  type Discount,
  discountOf,
  followingDiscounts,
  type Tier,
  tiers,
} from '../../discounts.ts';
import { bankStateOf } from '../bank/bank-state.ts';
import { SupplierDiffers } from '../bank/SupplierDiffers.tsx';
import { CheckPoints } from '../checks/CheckPoints.tsx';
import type { InvoiceForm } from '../use-invoice-form.ts';
import classes from './PaymentData.module.css';
import { PaymentFields } from './PaymentFields.tsx';
import { ReadPayment } from './ReadPayment.tsx';

export interface PaymentDataProps {
  readonly form: InvoiceForm;
  readonly reading: Reading | null;
  readonly actions: DocumentActions;
}

/** Payment data and early-payment discounts of an invoice (DISC-01, INV-05). */
export function PaymentData({ form, reading, actions }: PaymentDataProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  return (
    <section className={classes.payment} aria-label={t('invoice.tab.payment')}>
      <BankPoint form={form} />
      <SupplierDiffers form={form} actions={actions} />
      {form.isEditing ? (
        <>
          <PaymentFields form={form} reading={reading} />
          {seesPrices ? <Discounts form={form} /> : null}
        </>
      ) : (
        <ReadPayment form={form} />
      )}
      {seesPrices ? null : <p className={classes.quiet}>{t('shell.price_hidden')}</p>}
    </section>
  );
}

function Discounts({ form }: { readonly form: InvoiceForm }): ReactNode {
  const { t } = useTranslation();
  const { situation, editor, saving, problems } = form;
  const { head } = situation.document;
  const changeHead = (change: Partial<typeof editor.draft.head>, columns: readonly string[]): void => {
    editor.change((draft) => ({ ...draft, head: { ...draft.head, ...change } }));
    saving.forgetProblems(columns.map((column) => `head.${column}`));
  };
  return (
    <>
      {tiers.map((tier) => (
        <TierInputs
          key={tier}
          tier={tier}
          discount={discountOf(head, tier)}
          problemOf={(name) => problems.get(`head.discount_${tier}_${name}`)}
          onType={(typed) => {
            const change = coupledDiscount(head, tier, typed);
            changeHead(
              change,
              tiers.flatMap((one) => columnNames.map((name) => `discount_${one}_${name}`)),
            );
          }}
        />
      ))}
      <div className={fields.fields}>
        <AmountField
          name="head.discount_base"
          label={t('field.discount_base')}
          hint={t('invoice.discount.base_hint')}
          decimals={2}
          value={head.discount_base}
          error={problems.get('head.discount_base')}
          onChange={(discount_base) =>
            changeHead({ discount_base, ...followingDiscounts({ ...head, discount_base }) }, [
              'discount_base',
            ])
          }
        />
      </div>
    </>
  );
}

const columnNames = ['percentage', 'amount', 'days', 'date'] as const;

interface TierInputsProps {
  readonly tier: Tier;
  readonly discount: Discount;
  readonly problemOf: (name: keyof Discount) => string | undefined;
  readonly onType: (typed: Partial<Discount>) => void;
}

/** The inputs of one discount tier; dependent values follow during input (DISC-03). */
function TierInputs({ tier, discount, problemOf, onType }: TierInputsProps): ReactNode {
  const { t } = useTranslation();
  const input = (name: keyof Discount) => ({
    name: `head.discount_${tier}_${name}`,
    label: t(`field.discount_${tier}_${name}`),
    error: problemOf(name),
  });
  return (
    <section className={fields.fields} aria-label={t('invoice.discount.tier', { tier })}>
      <QuantityField
        {...input('percentage')}
        value={discount.percentage}
        onChange={(percentage) => onType({ percentage })}
      />
      <AmountField
        {...input('amount')}
        decimals={2}
        value={discount.amount}
        onChange={(amount) => onType({ amount })}
      />
      <QuantityField {...input('days')} value={discount.days} onChange={(days) => onType({ days })} />
      <DayField {...input('date')} value={discount.date} onChange={(date) => onType({ date })} />
    </section>
  );
}

/** The state of the account in the form, as a point of the check (INV-21). */
function BankPoint({ form }: { readonly form: InvoiceForm }): ReactNode {
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
