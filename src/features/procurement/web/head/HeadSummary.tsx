import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysBetween } from '../../../../base/day.ts';
import { addressReference } from '../../../../document/web/draft/company.ts';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useFormat, useNow } from '../../../../platform/web/use-format.ts';
import { useIsPhone } from '../../../../platform/web/use-is-phone.ts';
import type { ProcurementDocument } from '../document.ts';
import classes from './HeadSummary.module.css';

/** The head as labels over text: nothing looks editable that is not. The phone shows the first four facts until asked. */
export function HeadSummary({ document }: { readonly document: ProcurementDocument }): ReactNode {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [isWhole, setWhole] = useState(false);
  const { client, department, cost_center, ledger_account, delivery_address, consignee, creator } = document;
  const payment = [
    document.payment_timing && t(`procurement.payment.${document.payment_timing}`),
    document.usage_type && t(`procurement.usage.${document.usage_type}`),
    document.payment_in_advance ? t('field.payment_in_advance') : null,
  ].filter(Boolean);
  return (
    <section className={classes.summary} aria-label={t('procurement.head')}>
      <dl className={classes.facts} data-brief={isPhone && !isWhole}>
        <Fact label={t('procurement.requested_by')}>{creator?.name}</Fact>
        <Fact label={t('field.delivery_date')}>
          <DayText day={document.delivery_date} /> <DaysUntil document={document} />
        </Fact>
        <Fact label={t('field.client_id')}>{client?.name}</Fact>
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
      </dl>
      {isPhone && !isWhole ? (
        <button type="button" className={classes.more} aria-expanded={false} onClick={() => setWhole(true)}>
          {t('procurement.further')}
          <IconChevronDown size={16} stroke={1.6} aria-hidden />
        </button>
      ) : null}
      {document.notes === null ? null : (
        <div className={classes.notes}>
          <p className={classes.label}>{t('field.notes')}</p>
          <p className={classes.text}>{document.notes}</p>
        </div>
      )}
    </section>
  );
}

/** "CT-000001 Wartung der Aufzüge"; null where the person does not see the contract. */
function contractText({ contract }: ProcurementDocument): string | null {
  return (
    contract && optionLabel({ id: 0, number: contract.contract_number_formatted, name: contract.name ?? '' })
  );
}

interface FactProps {
  readonly label: string;
  /** Left out where it says nothing. */
  readonly isRare?: boolean;
  readonly children: ReactNode;
}

function Fact({ label, isRare = false, children }: FactProps): ReactNode {
  if (isRare) return null;
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children || '–'}</dd>
    </div>
  );
}

/** "in 26 Tagen" as long as the goods are awaited. */
function DaysUntil({ document }: { readonly document: ProcurementDocument }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const today = format.dayOf(useNow());
  const isOver = document.status === 'completed' || document.status === 'declined';
  if (document.delivery_date === null || isOver) return null;
  const days = daysBetween(today, document.delivery_date);
  if (days < 0) return <span className={classes.late}>{t('procurement.days_late', { count: -days })}</span>;
  return <span className={classes.quiet}>{t('procurement.days_until', { count: days })}</span>;
}
