import type { Where } from '../../document/listed-kind.ts';
import type { OrderBy } from './filter.ts';

/** Where a row stands in an order: its values in the columns of the order. */
export type Place = Readonly<Record<string, string | number | null>>;

/** Columns of `document` that an order may name and that may be empty. */
const nullable: readonly string[] = [
  'name',
  'running_number',
  'delivery_date',
  'due_date',
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
      // As in PostgreSQL: what is empty counts as larger than everything, unless the order says something else.
      const hasEmptyFirst = direction.includes('_nulls_') ? direction.endsWith('first') : isDescending;
      return { column, isDescending, hasEmptyFirst };
    }),
  );
}

/** The columns by which the place of a row is told. */
export function columnsOf(order: OrderBy): readonly string[] {
  return termsOf(order).map(({ column }) => column);
}

/** The same rows from the other end. */
export function reversed(order: OrderBy): OrderBy {
  return termsOf(order).map(({ column, isDescending, hasEmptyFirst }) => {
    const direction = isDescending ? 'asc' : 'desc';
    // An empty value that stays on its side of the order is no mirror of it.
    const isPlain = hasEmptyFirst === isDescending;
    return { [column]: isPlain ? direction : `${direction}_nulls_${hasEmptyFirst ? 'last' : 'first'}` };
  });
}

/**
 * What comes behind a place, as filters whose hits follow each other in the order. Each holds all columns but one
 * still, so that an index of the order finds its first row at once, however far behind that is.
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
