import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceLabelKey, fieldLabelKey } from '../../../entity/labels.ts';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { configuration, invoiceSelections, keyFields } from '../settings.ts';
import classes from './InvoiceSelections.module.css';

/** What every invoice must have, and what a list of invoices shows when it is exported (ADM-17). */
export function InvoiceSelections({ draft, onChange }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.selections}>
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
          <fieldset key={key} className={classes.selection}>
            <legend>{t(fieldLabelKey(configuration.table, key))}</legend>
            {choices.map((value) => (
              <Checkbox
                key={value}
                size="xs"
                label={t(choiceLabelKey(configuration, key, value))}
                checked={chosen.has(value)}
                onChange={(event) => toggle(value, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
