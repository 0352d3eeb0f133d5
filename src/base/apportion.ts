import { type Amount, absolute, compareAmounts, dividedBy, minus, round, sum, times } from './money.ts';

/**
 * Splits a total by weights into parts that sum up to it exactly: each is truncated to `decimals` places, and the
 * remainder goes to the parts that lost most, the last ones among equals. The total has no more places than that;
 * weights are not negative, and at least one is positive.
 */
export function apportioned(total: Amount, weights: readonly Amount[], decimals: number): readonly Amount[] {
  const unit = `1${'0'.repeat(decimals)}`;
  const units = round(times(absolute(total), unit), 0);
  const whole = sum(weights);
  const exact = weights.map((weight) => dividedBy(times(units, weight), whole));
  const cut = exact.map(down);
  const left = Number(minus(units, sum(cut)));
  const losses = exact.map((value, place) => ({ place, loss: minus(value, cut[place] ?? '0') }));
  const raised = new Set(
    losses
      .toSorted((one, other) => compareAmounts(other.loss, one.loss) || other.place - one.place)
      .slice(0, left)
      .map(({ place }) => place),
  );
  const isNegative = compareAmounts(total, '0') < 0;
  return cut.map((value, place) => {
    const amount = dividedBy(raised.has(place) ? sum([value, '1']) : value, unit);
    return round(isNegative ? minus('0', amount) : amount, decimals);
  });
}

function down(value: Amount): Amount {
  const rounded = round(value, 0);
  return compareAmounts(rounded, value) > 0 ? minus(rounded, '1') : rounded;
}
