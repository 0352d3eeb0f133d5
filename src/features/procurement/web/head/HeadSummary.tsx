import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOf } from '../../../../base/money.ts';
import { addressReference } from '../../../../document/web/draft/company.ts';
import { CompanyValue, shownRate } from '../../../../document/web/head/CompanyValue.tsx';
import { DaysUntil, Fact, FactList } from '../../../../document/web/head/FactList.tsx';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { ProcurementDocument } from '../document.ts';

/** The read-only head of a request. */
export function HeadSummary({ document }: { readonly document: ProcurementDocument }): ReactNode {
  const { t } = useTranslation();
  const { client, department, cost_center, ledger_account, delivery_address, consignee, creator } = document;
  const format = useFormat();
  const rate = shownRate(document);
  const payment = [
    document.payment_timing && t(`procurement.payment.${document.payment_timing}`),
    document.usage_type && t(`procurement.usage.${document.usage_type}`),
    document.payment_in_advance ? t('field.payment_in_advance') : null,
  ].filter(Boolean);
  return (
    <FactList notes={document.notes}>
      <Fact label={t('procurement.requested_by')}>{creator?.name}</Fact>
      <Fact label={t('field.delivery_date')}>
        <DayText day={document.delivery_date} /> {awaitedOn(document)}
      </Fact>
      <Fact label={t('field.client_id')}>{client?.name}</Fact>
      <Fact label={t('document.rate.label')} isRare={rate === null}>
        {rate === null || document.total_netto === null ? null : (
          <CompanyValue amount={amountOf(document.total_netto)} rate={rate} format={format} />
        )}
      </Fact>
      <Fact label={t('field.cost_center_id')}>{cost_center && optionLabel(cost_center)}</Fact>
      <Fact label={t('field.department_id')}>{department?.name}</Fact>
      <Fact label={t('field.ledger_account_id')}>{ledger_account && optionLabel(ledger_account)}</Fact>
      <Fact label={t('field.delivery_address_id')}>
        {delivery_address && addressReference(delivery_address).name}
      </Fact>
      <Fact label={t('field.consignee_id')}>{consignee?.name}</Fact>
      <Fact label={t('procurement.payment_terms')}>{payment.join(', ')}</Fact>
      <Fact label={t('field.type')} isRare={document.type === 'single_invoice'}>
        {t(`procurement.type.${document.type}`)}
      </Fact>
      <Fact label={t('field.contract_id')} isRare={document.contract_id === null}>
        {contractText(document) ?? t('procurement.contract.unseen')}
      </Fact>
      <Fact label={t('field.external_order_number')} isRare={document.external_order_number === null}>
        {document.external_order_number}
      </Fact>
    </FactList>
  );
}

/** "in 26 Tagen" until the request is completed or declined. */
function awaitedOn({ delivery_date, status }: ProcurementDocument): ReactNode {
  const isOver = status === 'completed' || status === 'declined';
  return delivery_date === null || isOver ? null : <DaysUntil day={delivery_date} />;
}

/** "CT-000001 Wartung der Aufzüge"; null if the person cannot see the contract. */
function contractText({ contract }: ProcurementDocument): string | null {
  return (
    contract && optionLabel({ id: 0, number: contract.contract_number_formatted, name: contract.name ?? '' })
  );
}
