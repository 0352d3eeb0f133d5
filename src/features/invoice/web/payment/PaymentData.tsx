import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Fact, FactList } from '../../../../document/web/head/FactList.tsx';
import fields from '../../../../document/web/head/HeadFields.module.css';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { AmountField, QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import {
  coupledDiscount,
  type Discount,
  discountOf,
  followingDiscounts,
  type Tier,
  tiers,
} from '../../discounts.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import classes from './PaymentData.module.css';

/** What is paid, and what less when it is paid early (DISC-01). */
export function PaymentData({ form }: { readonly form: InvoiceForm }): ReactNode {
  const { t } = useTranslation();
  const { isEditing, situation, editor, saving, problems } = form;
  const { head } = situation.document;
  if (!useHasRole('user-price')) return <p className={classes.quiet}>{t('shell.price_hidden')}</p>;
  if (!isEditing) return <ReadPayment form={form} />;
  const changeHead = (change: Partial<typeof editor.draft.head>, columns: readonly string[]): void => {
    editor.change((draft) => ({ ...draft, head: { ...draft.head, ...change } }));
    saving.forgetProblems(columns.map((column) => `head.${column}`));
  };
  return (
    <section className={classes.payment} aria-label={t('invoice.tab.payment')}>
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
    </section>
  );
}

const columnNames = ['percentage', 'amount', 'days', 'date'] as const;

interface TierInputsProps {
  readonly tier: Tier;
  readonly discount: Discount;
  readonly problemOf: (name: keyof Discount) => string | undefined;
  readonly onType: (typed: Partial<Discount>) => void;
}

/** One tier; what belongs together follows while it is typed (DISC-03). */
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

function ReadPayment({ form: { document, situation } }: { readonly form: InvoiceForm }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { head } = situation.document;
  const given = tiers.filter((tier) => discountOf(head, tier).percentage !== null);
  if (document === null || given.length === 0)
    return <p className={classes.quiet}>{t('invoice.discount.none')}</p>;
  return (
    <FactList notes={null}>
      {given.map((tier) => {
        const { percentage, amount, date } = discountOf(head, tier);
        return (
          <Fact key={tier} label={t('invoice.discount.tier', { tier })}>
            {t('invoice.discount.percent', { value: format.quantity(percentage ?? '0') })}{' '}
            <Amount value={amount} currency={head.currency} decimals={2} /> {t('invoice.discount.until')}{' '}
            <DayText day={date} />
          </Fact>
        );
      })}
    </FactList>
  );
}
