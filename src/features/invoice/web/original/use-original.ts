import { useTranslation } from 'react-i18next';
import type { ShownPlaces } from '../../../../document/web/original/PageFrame.tsx';
import { useFocusedField } from '../../../../document/web/original/use-focused-field.ts';
import type { Reading } from '../../../recognition/reading.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import { filledColumns, isPlaced, type PlacedValue, placedValues, readFor } from './read-values.ts';
import { useColumnLabel, useColumnText } from './use-read-text.ts';

/** The positions of read values with the values. */
export interface ReadPlaces extends ShownPlaces {
  readonly values: readonly PlacedValue[];
}

/** The positions of the read values on the original, and the one for the focused field. */
export function useShownPlaces({ container }: InvoiceForm, reading: Reading | null): ReadPlaces {
  const { t } = useTranslation();
  const text = useColumnText();
  const columnLabel = useColumnLabel();
  const focused = useFocusedField(container);
  const column = filledColumns.find((one) => one === focused);
  const value = readFor(reading, column ?? null);
  return {
    values: placedValues(reading),
    focused:
      column !== undefined && isPlaced(value)
        ? {
            value,
            label: t('invoice.read.labelled', {
              field: columnLabel(column),
              value: text(column, value),
            }),
          }
        : null,
  };
}
