import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { contractFields } from '../../fields.ts';
import type { VersionDifference } from '../../versions.ts';

/** A difference as text: "Laufzeit: 36, jetzt 48"; only the field name without prices (CON-38, ROLE-07). */
export function useVersionText(): (difference: VersionDifference) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = (field: string, value: string | null): string => {
    const declared = isContractField(field) ? contractFields[field] : null;
    if (value === null) return '–';
    if (declared?.sort === 'day') return format.day(value);
    return declared?.labelKey === undefined ? value : t(declared.labelKey(value));
  };
  return ({ field, before, after }) => {
    const label = isContractField(field) ? t(`field.${field}`) : t(`contract.version.of.${field}`);
    if (before === null && after === null) return label;
    if (field === 'files') return `${label}: ${after}`;
    return t('contract.version.difference', {
      label,
      before: shown(field, before),
      after: shown(field, after),
    });
  };
}

function isContractField(field: string): field is keyof typeof contractFields {
  return Object.hasOwn(contractFields, field);
}
