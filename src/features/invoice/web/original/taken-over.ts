import { shownIban } from '../../../../base/iban.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import type { Reading } from '../../../recognition/reading.ts';
import type { InvoiceHead } from '../../model.ts';
import { filledForm, nobodyFound } from '../../recognised-form.ts';
import type { InvoiceDraft } from '../draft.ts';
import { type FilledColumn, filledColumns, readFor } from './read-values.ts';

type Head = InvoiceDraft['head'];
type Column = Exclude<FilledColumn, 'supplier_id'>;

/** The form values of a reading by column, the same as the recognition fills; only read and fitting ones. */
export function offeredValues(
  before: InvoiceHead,
  reading: Reading,
  supplier: Reference | null,
): ReadonlyMap<FilledColumn, Partial<Head>> {
  const filled = filledForm(before, reading, nobodyFound);
  const offered = filledColumns.flatMap((column): [FilledColumn, Partial<Head>][] => {
    if (readFor(reading, column) === null) return [];
    if (column === 'supplier_id')
      return supplier === null ? [] : [[column, { supplier, name: supplier.name }]];
    const value = filled[column];
    return value === undefined || value === null ? [] : [[column, part(column, value)]];
  });
  return new Map(offered);
}

/** Amounts that are 0 until somebody enters them. */
const amounts: ReadonlySet<FilledColumn> = new Set(['total_brutto', 'prepaid_amount', 'rounding_amount']);

function part(column: Column, value: string): Partial<Head> {
  return { [column]: column === 'iban' ? shownIban(value) : value };
}

/** Columns that hold a different value in the form. */
export function overwritten(
  head: Head,
  offered: ReadonlyMap<FilledColumn, Partial<Head>>,
): readonly FilledColumn[] {
  return [...offered].filter(([column, values]) => isOther(head, column, values)).map(([column]) => column);
}

function isOther(head: Head, column: FilledColumn, values: Partial<Head>): boolean {
  if (column === 'supplier_id') return head.supplier !== null && head.supplier.id !== values.supplier?.id;
  const present = head[column];
  const isEmpty = present === null || present === '' || (amounts.has(column) && Number(present) === 0);
  return !isEmpty && !isSameValue(present, values[column] ?? null);
}

const bare = (value: string | null): string | undefined => value?.replace(/\s/g, '').toUpperCase();

/** Whether two values mean the same: `119` and `119.00`, or an IBAN with and without blanks. */
export function isSameValue(one: string | null, other: string | null): boolean {
  if (one === other || bare(one) === bare(other)) return true;
  return one !== null && other !== null && one !== '' && other !== '' && Number(one) === Number(other);
}
