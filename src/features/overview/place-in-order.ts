import type { Where } from '../../document/listed-kind.ts';
import type { OrderBy } from './filter.ts';

/** Position of a row in an order: its values in the order's columns. */
export type Place = Readonly<Record<string, string | number | null>>;

/** Nullable columns of `document` that an order may use. */
const nullable: readonly string[] = [
  'name',
  'running_number',
  'delivery_date',
  'urgent_on',
  'waiting_since',
  'company_netto_cents',
];

interface Term {
  readonly column: string;
  readonly isDescending: boolean;
  readonly hasEmptyFirst: boolean;
}

function termsOf(order: OrderBy): readonly Term[] {
  return order.flatMap((entry) =>
    Object.entries(entry).map(([column, direction]) => {
      const isDescending = direction.startsWith('desc');
      // As in PostgreSQL, null sorts as the largest value unless the order says otherwise.
      const hasEmptyFirst = direction.includes('_nulls_') ? direction.endsWith('first') : isDescending;
      return { column, isDescending, hasEmptyFirst };
    }),
  );
}

/** The columns that define the position of a row. */
export function columnsOf(order: OrderBy): readonly string[] {
  return termsOf(order).map(({ column }) => column);
}

/** The same order reversed. */
export function reversed(order: OrderBy): OrderBy {
  return termsOf(order).map(({ column, isDescending, hasEmptyFirst }) => {
    const direction = isDescending ? 'asc' : 'desc';
    // Reversing an explicit null position needs an explicit position.
    const isPlain = hasEmptyFirst === isDescending;
    return { [column]: isPlain ? direction : `${direction}_nulls_${hasEmptyFirst ? 'last' : 'first'}` };
  });
}

/**
 * What follows a position, as filters whose hits follow each other in the order. Each filter fixes all columns but
 * one, so that an index finds the first row at once at any depth.
 */
export function behind(order: OrderBy, place: Place): readonly Where[] {
  const [first, ...others] = termsOf(order);
  return first === undefined ? [] : behindTerms(first, others, place);
}

function behindTerms(term: Term, others: readonly Term[], place: Place): readonly Where[] {
  const [next, ...rest] = others;
  const nearer = next === undefined ? [] : behindTerms(next, rest, place);
  return [...nearer.map((where) => ({ ...same(term, place), ...where })), ...beyond(term, place)];
}

function placeValue({ column }: Term, place: Place): string | number | null {
  return place[column] ?? null;
}

function same(term: Term, place: Place): Where {
  const value = placeValue(term, place);
  return { [term.column]: value === null ? { _is_null: true } : { _eq: value } };
}

function beyond(term: Term, place: Place): readonly Where[] {
  const { column, isDescending, hasEmptyFirst } = term;
  const value = placeValue(term, place);
  if (value === null) return hasEmptyFirst ? [{ [column]: { _is_null: false } }] : [];
  const further = { [column]: { [isDescending ? '_lt' : '_gt']: value } };
  const hasEmptyBehind = !hasEmptyFirst && nullable.includes(column);
  return hasEmptyBehind ? [further, { [column]: { _is_null: true } }] : [further];
}
