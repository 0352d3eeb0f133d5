import { useTranslation } from 'react-i18next';
import { choiceText } from '../../../../entity/choice-text.ts';
import type { Fields } from '../../../../entity/field.ts';
import type { Value } from '../../../../entity/kind.ts';
import { entityLabelKey, fieldLabelKey } from '../../../../entity/labels.ts';
import { useLanguage } from '../../../../platform/web/i18n.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { ledgerAccount } from '../../../master-data/ledger-account.ts';
import { supplier } from '../../../master-data/supplier.ts';
import type { MasterDataSubject } from '../../master-data/model.ts';

interface FieldTexts {
  fieldName(name: string): string;
  valueText(name: string, value: Value): string;
}

/** The labels of supplier and account fields, and the texts of their values. */
export function useFieldTexts(subject: MasterDataSubject): FieldTexts {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const { table, fields }: { readonly table: string; readonly fields: Fields } =
    subject === 'supplier' ? supplier : ledgerAccount;
  return {
    fieldName: (name) =>
      name === 'clients' ? t(entityLabelKey('client', 'one')) : t(fieldLabelKey(table, name)),
    valueText: (name, value) => {
      const field = fields[name];
      if (value === null) return '–';
      if (field === undefined) return String(value);
      return field.choices
        ? choiceText({ table, name, field }, String(value), (key) => t(key), language)
        : field.kind.write(value, { language, today: format.today() });
    },
  };
}
