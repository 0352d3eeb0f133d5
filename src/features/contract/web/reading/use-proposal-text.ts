import { useTranslation } from 'react-i18next';
import { isDay } from '../../../../base/day.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { ProposalName } from '../../proposals.ts';
import type { DocumentProposal } from './readings.ts';

/** The field label of a proposal in the form. */
export function useProposalLabel(): (name: ProposalName) => string {
  const { t } = useTranslation();
  return (name) => (name === 'supplier_id' ? t('contract.partner') : t(`field.${name}`));
}

/** A proposal as readable text: "3 Monate", "automatisch, um 12 Monate". */
export function useProposalText(): (proposal: DocumentProposal) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ name, values, period, supplier, total, printed }) => {
    const length = period && t(`contract.period.${period.unit}`, { count: period.count });
    switch (name) {
      case 'supplier_id':
        return printed ?? supplier?.name ?? '';
      case 'category':
        return t(`overview.contract_category.${values?.category}`);
      case 'usage_type':
        return `${format.amount(total ?? 0)} ${t(`procurement.usage.${values?.usage_type}`)}`;
      case 'term_type':
        return t(`contract.choice.term_type.${values?.term_type}`);
      case 'termination_to':
        return t(`contract.notice_to.${values?.termination_to === 'none' ? 'term' : values?.termination_to}`);
      case 'renewal_type': {
        const type = values?.renewal_type ?? 'auto';
        return length === null
          ? t(`contract.choice.renewal_type.${type}`)
          : t(`contract.renewed.${type}`, { period: length });
      }
      default: {
        if (length !== null) return length;
        const value = String(values?.[name] ?? '');
        return isDay(value) ? format.day(value) : value;
      }
    }
  };
}
