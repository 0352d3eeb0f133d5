import { useTranslation } from 'react-i18next';
import { isDay } from '../../../../base/day.ts';
import { isAmount } from '../../../../base/money.ts';
import { unitText } from '../../../../base/units.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { documentTypeText } from '../../../recognition/code-words.ts';
import type { ReadValue } from '../../../recognition/reading.ts';
import type { FilledColumn, ReadSort } from './read-values.ts';

/** Formats a read value for the language; leaves values of another format unchanged. */
export function useReadText(): (sort: ReadSort, value: string) => string {
  const format = useFormat();
  return (sort, value) => {
    if (sort === 'day' && isDay(value)) return format.day(value);
    return sort === 'amount' && isAmount(value) ? format.amount(value, { decimals: 2 }) : value;
  };
}

const sorts: Readonly<Record<FilledColumn, ReadSort | 'rate'>> = {
  supplier_id: 'text',
  number_printed: 'text',
  invoice_date: 'day',
  delivery_date: 'day',
  due_date: 'day',
  service_from: 'day',
  service_to: 'day',
  total_brutto: 'amount',
  tax: 'rate',
  currency: 'text',
  vat_number: 'text',
  iban: 'text',
  bic: 'text',
  prepaid_amount: 'amount',
  rounding_amount: 'amount',
};

/** Formats the read value of a form column. */
export function useColumnText(): (column: FilledColumn, value: ReadValue) => string {
  const text = useReadText();
  const format = useFormat();
  return (column, { value }) => {
    const sort = sorts[column];
    if (sort !== 'rate') return text(sort, value);
    return isAmount(value) ? format.quantity(value) : value;
  };
}

/** The label of a column. */
export function useColumnLabel(): (column: FilledColumn) => string {
  const { t } = useTranslation();
  return (column) => {
    if (column === 'total_brutto') return t('invoice.total_brutto');
    return column === 'delivery_date' ? t('invoice.delivery_date') : t(`field.${column}`);
  };
}

/** The text of a document type code (UNTDID 1001). */
export function useDocumentType(): (code: string | undefined) => string {
  const { t } = useTranslation();
  return (code = '') => documentTypeText(code, t);
}

/** The text of a unit code; unknown codes are shown unchanged. */
export function useUnitText(): (code: string | undefined) => string {
  const { t } = useTranslation();
  return (code = '') => unitText(code, t);
}
