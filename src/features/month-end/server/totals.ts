import { type Amount, round, sum } from '../../../base/money.ts';
import { hasPeriods, type MonthEndRow, type MonthEndTotal, totalledKeys } from '../model.ts';
import type { MonthEndList } from '../search.ts';

/** Sums of rows per currency and, if the list has periods, per period. */
export function totalsOf(list: MonthEndList, rows: readonly MonthEndRow[]): readonly MonthEndTotal[] {
  const keys = totalledKeys(list);
  const amountOf = (row: MonthEndRow, key: string): Amount => String(row[key] ?? '0');
  const priced = rows.filter(({ currency }) => currency !== null);
  const periodOf = ({ period }: MonthEndRow): string | null =>
    hasPeriods(list) ? String(period ?? '') : null;
  const groups = Map.groupBy(priced, (row) => JSON.stringify([periodOf(row), row.currency]));
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map((first) => ({
      currency: first.currency ?? '',
      period: periodOf(first),
      amounts: Object.fromEntries(keys.map((key) => [key, sum(own.map((row) => amountOf(row, key)))])),
    })),
  );
}

/** Merges sums: those of periods first, if there are several, then one per currency. */
export function addTotals(
  one: readonly MonthEndTotal[],
  other: readonly MonthEndTotal[],
): readonly MonthEndTotal[] {
  const all = [...one, ...other];
  const periods = all.filter(({ period }) => period !== null);
  const whole = [...Map.groupBy(all, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    period: null,
    amounts: added(own),
  }));
  return [
    ...periods.map((total) => ({ ...total, amounts: added([total]) })),
    ...whole.sort((left, right) => left.currency.localeCompare(right.currency)),
  ];
}

function added(totals: readonly MonthEndTotal[]): Readonly<Record<string, Amount>> {
  const keys = new Set(totals.flatMap(({ amounts }) => Object.keys(amounts)));
  const sumOf = (key: string): Amount => round(sum(totals.map(({ amounts }) => amounts[key] ?? '0')), 2);
  return Object.fromEntries([...keys].map((key) => [key, sumOf(key)]));
}
