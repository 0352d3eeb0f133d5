import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { Reading } from '../../../recognition/reading.ts';
import { signOf } from '../../recognised-form.ts';
import { type RecognisedLine, recognisedLines, recognisedTaxRows } from '../../recognised-lines.ts';
import { isBlankLine, type LineDraft, newLine } from '../draft.ts';
import { withAssignedLines } from '../orders/taken-from-order.ts';
import type { InvoiceOrders } from '../orders/use-orders.ts';
import type { SourceProps } from './FromOrder.tsx';
import { TakeLinesDialog } from './TakeLinesDialog.tsx';

interface FromReadingProps extends SourceProps {
  readonly reading: Reading;
  readonly orders: InvoiceOrders;
}

/** Takes over the read lines with the stated taxes (INV-02). */
export function FromReading({ form, reading, orders, onClose }: FromReadingProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  const { editor, saving } = form;
  const { head, lines: present } = editor.draft;
  const sign = signOf(reading);
  const read = recognisedLines(reading, sign);
  const hasLines = present.some((line) => !isBlankLine(line));
  return (
    <TakeLinesDialog
      title={t('invoice.take.from_reading')}
      nothing={t('invoice.take.nothing')}
      lines={read.map((line, place) => ({
        key: String(place),
        name: line.description ?? '',
        detail: [line.item_number, line.quantity && format.quantity(line.quantity)]
          .filter(Boolean)
          .join(', '),
        amount:
          seesPrices && line.total_netto !== null
            ? format.amount(line.total_netto, { currency: head.currency })
            : null,
        isProposed: true,
      }))}
      hasLines={hasLines}
      onTake={(keys, isReplacing) => {
        const taken = read.filter((_, place) => keys.has(String(place))).map(lineOfReading);
        editor.change((draft) => {
          const kept = isReplacing ? [] : draft.lines.filter((line) => !isBlankLine(line));
          const next = {
            head: { ...draft.head, tax_rows: recognisedTaxRows(reading, sign) },
            lines: [...kept, ...taken],
          };
          return withAssignedLines(next, orders.lines);
        });
        saving.forgetProblems(['head.total_brutto', 'head.tax_rows']);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function lineOfReading({ item_number, description, unit, price_unit, ...read }: RecognisedLine): LineDraft {
  return {
    ...newLine(uniqueKey()),
    ...read,
    item_number: item_number ?? '',
    description: description ?? '',
    unit: unit ?? '',
    price_unit: price_unit === '1' ? null : price_unit,
  };
}
