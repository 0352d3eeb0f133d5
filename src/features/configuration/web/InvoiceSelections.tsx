import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceLabelKey, fieldLabelKey } from '../../../entity/labels.ts';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { CheckboxGroup, CheckboxGroups } from '../../../platform/web/kit/CheckboxGroup.tsx';
import { configuration, invoiceSelections, keyFields } from '../settings.ts';

/** The mandatory fields of invoices and the columns of an exported invoice list (ADM-17). */
export function InvoiceSelections({ draft, onChange }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  return (
    <CheckboxGroups>
      {invoiceSelections.map((key) => {
        const { choices = [] } = keyFields[key];
        const chosen = new Set((draft.values[key] ?? []) as readonly string[]);
        // Keeps the order on offer, independent of the order of choosing.
        const toggle = (value: string, isChosen: boolean): void =>
          onChange(
            key,
            choices.filter((one) => (one === value ? isChosen : chosen.has(one))),
          );
        return (
          <CheckboxGroup
            key={key}
            legend={t(fieldLabelKey(configuration.table, key))}
            options={choices.map((value) => ({
              value,
              label: t(choiceLabelKey(configuration, key, value)),
              isChecked: chosen.has(value),
            }))}
            onToggle={toggle}
          />
        );
      })}
    </CheckboxGroups>
  );
}
