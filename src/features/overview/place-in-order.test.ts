import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Where } from '../../document/listed-kind.ts';
import { type OrderBy, orderOf, sortKeys } from './filter.ts';
import { behind, columnsOf, type Place, reversed } from './place-in-order.ts';

/** Sorts like PostgreSQL. */
function compared(order: OrderBy, left: Place, right: Place): number {
  for (const [column, direction] of order.flatMap((entry) => Object.entries(entry))) {
    const [a, b] = [left[column] ?? null, right[column] ?? null];
    if (a === b) continue;
    const isDescending = direction.startsWith('desc');
    const isEmptyFirst = direction.includes('nulls') ? direction.endsWith('first') : isDescending;
    if (a === null) return isEmptyFirst ? -1 : 1;
    if (b === null) return isEmptyFirst ? 1 : -1;
    return a < b === isDescending ? 1 : -1;
  }
  return 0;
}

function holds(where: Where, row: Place): boolean {
  return Object.entries(where).every(([column, comparison]) => {
    const value = row[column] ?? null;
    return Object.entries(comparison as Record<string, string | number | boolean>).every(
      ([operator, than]) => {
        if (operator === '_is_null') return (value === null) === than;
        if (value === null) return false;
        return { _eq: value === than, _gt: value > than, _lt: value < than }[operator] ?? false;
      },
    );
  });
}

const nullable = ['name', 'running_number', 'delivery_date', 'urgent_on', 'waiting_since'];

function rowsOf(order: OrderBy): fc.Arbitrary<Place[]> {
  const value = (column: string): fc.Arbitrary<string | number | null> => {
    const known = fc.integer({ min: 1, max: 3 });
    return nullable.includes(column) ? fc.option(known, { nil: null }) : known;
  };
  const columns = columnsOf(order).filter((column) => column !== 'timeline_id');
  const row = fc.record(Object.fromEntries(columns.map((column) => [column, value(column)])));
  return fc
    .array(row, { minLength: 1, maxLength: 30 })
    .map((rows) => rows.map((each, place): Place => ({ ...each, timeline_id: place })));
}

describe.each(['all', 'tasks', 'drafts'])('OVW-05 pages of the tab %s', (tab) => {
  describe.each(sortKeys)('sorted by %s', (key) => {
    it.each([true, false])('descending: %s', (isDescending) => {
      const own = orderOf(tab, { key, isDescending }, true);
      for (const order of [own, reversed(own)]) {
        fc.assert(
          fc.property(rowsOf(order), fc.nat(), (rows, at) => {
            const sorted = rows.toSorted((left, right) => compared(order, left, right));
            const place = sorted[at % sorted.length] ?? {};
            const found = behind(order, place).flatMap((where) => sorted.filter((row) => holds(where, row)));
            expect(found).toEqual(sorted.slice(sorted.indexOf(place) + 1));
          }),
        );
      }
    });

    it.each([true, false])('reversed order of descending %s holds the same rows', (isDescending) => {
      const order = orderOf(tab, { key, isDescending }, true);
      fc.assert(
        fc.property(rowsOf(order), (rows) => {
          const sorted = rows.toSorted((left, right) => compared(order, left, right));
          const other = rows.toSorted((left, right) => compared(reversed(order), left, right));
          expect(other.toReversed()).toEqual(sorted);
        }),
      );
    });
  });
});
