import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { type Amount, amountOf, amountOrNull } from '../../../base/money.ts';
import { CompanyValue, shownRate } from '../../../document/web/head/CompanyValue.tsx';
import { Fact, FactList } from '../../../document/web/head/FactList.tsx';
import { DayText } from '../../../platform/web/kit/DayText.tsx';
import { optionLabel, type SelectOption } from '../../../platform/web/kit/SearchSelect.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { yearlyTotal } from '../intervals.ts';
import type { ContractDocument } from './kind.ts';
import { useTermTexts } from './term-texts.ts';

export interface ContractFactsProps {
  readonly document: ContractDocument;
  /** Computed for today, not the stored one. */
  readonly reminder: Day | null;
}

/** The fields of a contract, read-only. */
export function ContractFacts({ document, reminder }: ContractFactsProps): ReactNode {
  const { t } = useTranslation();
  const texts = useTermTexts();
  const format = useFormat();
  const rate = shownRate(document);
  const worth = worthOf(document);
  const { contract_date, external_contract_number, department } = document;
  const { category, type, payment_method, payment_timing, payment_direction, usage_type } = document;
  const named = (option: SelectOption | null): string => (option === null ? '' : optionLabel(option));
  const kind = [
    category && t(`overview.contract_category.${category}`),
    type && t(`contract.choice.type.${type}`),
  ];
  const payment = [
    payment_method && t(`contract.choice.payment_method.${payment_method}`),
    usage_type && t(`procurement.usage.${usage_type}`),
    payment_timing && t(`procurement.payment.${payment_timing}`),
  ];
  const notice = document.term_type === 'none' ? null : texts.notice(document);
  return (
    <>
      <FactList notes={document.notes}>
        <Fact label={t('contract.partner')}>{document.supplier?.name}</Fact>
        <Fact label={t('field.client_id')}>{document.client?.name}</Fact>
        <Fact label={t('field.responsible_id')}>{document.responsible?.name}</Fact>
        <Fact label={t('contract.kind')}>{listed(kind)}</Fact>
        <Fact label={t('field.term_type')}>{texts.term(document)}</Fact>
        <Fact label={t('field.renewal_type')} isRare={document.term_type !== 'fixed'}>
          {texts.renewal(document)}
        </Fact>
        <Fact label={t('field.notice_period')} isRare={document.term_type === 'none'}>
          {notice}
        </Fact>
        <Fact label={t('contract.reminder')}>{reminder && <DayText day={reminder} />}</Fact>
        <Fact label={t('field.department_id')}>{named(department)}</Fact>
        <Fact label={t('field.cost_center_id')}>{named(document.cost_center)}</Fact>
        <Fact label={t('field.ledger_account_id')}>{named(document.ledger_account)}</Fact>
        <Fact label={t('contract.group.payment')}>{listed(payment)}</Fact>
        <Fact label={t('document.rate.label')} isRare={rate === null}>
          {rate && worth && <CompanyValue amount={worth} rate={rate} format={format} />}
        </Fact>
        <Fact label={t('field.payment_direction')} isRare={(payment_direction ?? 'outgoing') === 'outgoing'}>
          {payment_direction && t(`contract.choice.payment_direction.${payment_direction}`)}
        </Fact>
        <Fact label={t('field.contract_date')} isRare={contract_date === null}>
          {contract_date && <DayText day={contract_date} />}
        </Fact>
        <Fact label={t('field.external_contract_number')} isRare={external_contract_number === null}>
          {external_contract_number}
        </Fact>
      </FactList>
      <SpecialRight text={document.termination_special_right} />
    </>
  );
}

/** The yearly costs, else the line total; null for people who cannot see prices (CON-37, ROLE-07). */
function worthOf({ total_netto: total, contract_lines, usage_type }: ContractDocument): Amount | null {
  if (total === null) return null;
  const lines = contract_lines.map((line) => ({ ...line, total: amountOrNull(line.total) }));
  return yearlyTotal(lines, usage_type) ?? amountOf(total);
}

/** Free text, shown below the short facts (CON-11). */
function SpecialRight({ text }: { readonly text: string | null }): ReactNode {
  const { t } = useTranslation();
  const label = t('field.termination_special_right');
  if (text === null) return null;
  return (
    <FactList label={label} notes={null}>
      <Fact label={label}>{text}</Fact>
    </FactList>
  );
}

/** Joins the given parts to one text. */
function listed(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(', ');
}
