import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceLabelKey, fieldLabelKey } from '../../../entity/labels.ts';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { CheckboxGroup, CheckboxGroups } from '../../../platform/web/kit/CheckboxGroup.tsx';
import { configuration, invoiceSelections, keyFields } from '../settings.ts';

/** What every invoice must have, and what a list of invoices shows when it is exported (ADM-17). */
export function InvoiceSelections({ draft, onChange }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  return (
    <CheckboxGroups>
      {invoiceSelections.map((key) => {
        const { choices = [] } = keyFields[key];
        const chosen = new Set((draft.values[key] ?? []) as readonly string[]);
        // In the order in which they are offered, whatever was chosen first.
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
