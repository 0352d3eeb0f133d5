import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownIban } from '../../../../base/iban.ts';
import { Fact, FactList } from '../../../../document/web/head/FactList.tsx';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { discountOf, tiers } from '../../discounts.ts';
import type { InvoiceHead } from '../../model.ts';
import { amountDue } from '../../rules.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';

/** The payment data, read-only. */
export function ReadPayment({ form: { document, situation } }: { readonly form: InvoiceForm }): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const { head } = situation.document;
  if (document === null) return null;
  const { payment_method: method, iban, bic, vat_number } = head;
  const yes = (is: boolean): string => t(is ? 'table.yes' : 'table.no');
  const amount = (value: string): ReactNode => <Amount value={value} currency={head.currency} decimals={2} />;
  return (
    <FactList notes={null}>
      <Fact label={t('field.payment_method')}>
        {method && t(`entity.supplier.choice.payment_method.${method}`)}
      </Fact>
      <Fact label={t('field.iban')}>{iban && shownIban(iban)}</Fact>
      <Fact label={t('field.bic')}>{bic}</Fact>
      <Fact label={t('field.vat_number')}>{vat_number}</Fact>
      {seesPrices ? (
        <>
          <Fact label={t('field.amount_due')}>{amount(amountDue(head))}</Fact>
          <Fact label={t('field.prepaid_amount')} isRare={Number(head.prepaid_amount) === 0}>
            {amount(head.prepaid_amount)}
          </Fact>
          <Fact label={t('field.rounding_amount')} isRare={Number(head.rounding_amount) === 0}>
            {amount(head.rounding_amount)}
          </Fact>
          <Discounts head={head} />
        </>
      ) : null}
      <Fact label={t('field.paid')}>{yes(head.paid)}</Fact>
      <Fact label={t('field.payment_in_advance')}>{yes(head.payment_in_advance)}</Fact>
      <Fact label={t('field.order_notes')} isRare={!document.ordered?.notes}>
        {document.ordered?.notes}
      </Fact>
    </FactList>
  );
}

function Discounts({ head }: { readonly head: InvoiceHead }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  return tiers
    .map((tier) => ({ tier, ...discountOf(head, tier) }))
    .filter(({ percentage }) => percentage !== null)
    .map(({ tier, percentage, amount, date }) => (
      <Fact key={tier} label={t('invoice.discount.tier', { tier })}>
        {t('invoice.discount.percent', { value: format.quantity(percentage ?? '0') })}{' '}
        <Amount value={amount} currency={head.currency} decimals={2} /> {t('invoice.discount.until')}{' '}
        <DayText day={date} />
      </Fact>
    ));
}
