import { describe, expect, it } from 'vitest';
import {
  type BudgetRow,
  type BudgetUse,
  budgetBar,
  budgetFigures,
  isAnyExceeded,
  tightest,
} from './budget-figures.ts';

const costCenterId = 4210;

function budget(change: Partial<BudgetRow> = {}): BudgetRow {
  return {
    id: 1,
    name: '2025',
    value: '10000',
    consumed: '0',
    start: '2025-01-01',
    end: '2025-12-31',
    not_allocated: false,
    ledger_account_id: null,
    ...change,
  };
}

function amount(net: string, ledger_account_id: number | null = null, cost_center_id = costCenterId) {
  return { net, ledger_account_id, cost_center_id };
}

function counted(net: string, day = '2025-05-19') {
  return { ...amount(net), day };
}

function use(change: Partial<BudgetUse>): BudgetUse {
  return { costCenterId, day: '2025-05-19', counted: [], planned: [], above: [], ...change };
}

describe('BUD-05 the remaining budget after a document', () => {
  it('subtracts a draft, which the consumption does not include', () => {
    const [figures] = budgetFigures([budget({ consumed: '3200' })], use({ planned: [amount('800.50')] }));
    expect(figures).toMatchObject({ used: '3200.00', own: '800.50', free: '5999.50' });
  });

  it('counts a submitted document once', () => {
    const [figures] = budgetFigures(
      [budget({ value: '60000', consumed: '41372.40' })],
      use({ counted: [counted('5797.90')], planned: null }),
    );
    expect(figures).toMatchObject({ used: '35574.50', own: '5797.90', free: '18627.60' });
  });

  it('follows changes made in clearing', () => {
    const [figures] = budgetFigures(
      [budget({ consumed: '3000' })],
      use({ counted: [counted('1000')], planned: [amount('400')] }),
    );
    expect(figures).toMatchObject({ used: '2000.00', own: '400.00', free: '7600.00' });
  });

  it('DASH-09 takes off what the contract of a draft counts, first months first', () => {
    const above = [counted('1000', '2025-02-01'), counted('1000', '2025-01-01')];
    const figuresOf = (planned: string) =>
      budgetFigures([budget({ consumed: '2000' })], use({ planned: [amount(planned)], above }))[0];
    expect(figuresOf('1500')).toMatchObject({ used: '500.00', own: '1500.00', free: '8000.00' });
    expect(figuresOf('2500')).toMatchObject({ used: '0.00', own: '2500.00', free: '7500.00' });
  });

  it('DASH-09 what a saved document under a contract counts already takes nothing off again', () => {
    const [figures] = budgetFigures(
      [budget({ consumed: '2000' })],
      use({
        counted: [counted('500')],
        planned: [amount('700')],
        above: [counted('1500', '2025-01-01')],
      }),
    );
    expect(figures).toMatchObject({ used: '1300.00', own: '700.00', free: '8000.00' });
  });

  it('DASH-09 the months of a contract outside of a budget leave it as it is', () => {
    const above = [counted('1000', '2024-12-01'), counted('1000', '2025-01-01')];
    const [figures] = budgetFigures([budget({ consumed: '1000' })], use({ planned: [amount('600')], above }));
    expect(figures).toMatchObject({ used: '1000.00', own: '600.00', free: '8400.00' });
  });

  it('BUD-07 shows the exceeded amount', () => {
    const [figures] = budgetFigures([budget({ consumed: '3200' })], use({ planned: [amount('9000')] }));
    expect(figures?.free).toBe('-2200.00');
  });

  it('BUD-06 is exceeded only by a document that uses it', () => {
    const isExceededBy = (net: string, consumed: string): boolean =>
      isAnyExceeded(budgetFigures([budget({ consumed })], use({ planned: [amount(net)] })));
    expect(isExceededBy('9000', '3200')).toBe(true);
    expect(isExceededBy('6800', '3200')).toBe(false);
    expect(isExceededBy('0', '12000')).toBe(false);
  });

  it('BUD-03 ignores lines of other cost centers and documents of other periods', () => {
    const elsewhere = use({ planned: [amount('100', null, 7), amount('50')] });
    expect(budgetFigures([budget()], elsewhere)[0]?.own).toBe('50.00');
    const lastYear = use({
      day: '2024-12-31',
      counted: [counted('50', '2024-12-31')],
      planned: [amount('50')],
    });
    expect(budgetFigures([budget({ consumed: '10' })], lastYear)[0]).toMatchObject({
      used: '10.00',
      own: '0.00',
      free: '9990.00',
    });
  });

  it('BUD-02 counts the amounts of each scope', () => {
    const budgets = [
      budget({ id: 1, ledger_account_id: 4980 }),
      budget({ id: 2, not_allocated: true }),
      budget({ id: 3 }),
    ];
    const planned = [amount('10', 4980), amount('20', 4985), amount('40')];
    expect(budgetFigures(budgets, use({ planned })).map(({ own }) => own)).toEqual([
      '10.00',
      '60.00',
      '70.00',
    ]);
  });
});

describe('PROC-15 the bar of a budget', () => {
  const bar = (value: string, used: string, own: string, free: string) =>
    budgetBar({ id: 1, name: '', value, used, own, free });

  it('fits the budget exactly', () => {
    expect(bar('1000', '500', '100', '400')).toEqual({ used: '50.00', own: '10.00', over: '0.00' });
  });

  it('marks the excess', () => {
    expect(bar('750', '500', '500', '-250')).toEqual({ used: '50.00', own: '25.00', over: '25.00' });
    expect(bar('500', '1000', '0', '-500')).toEqual({ used: '50.00', own: '0.00', over: '50.00' });
  });

  it('stays within its length with credits and without value', () => {
    expect(bar('100', '-50', '25', '125')).toEqual({ used: '0.00', own: '25.00', over: '0.00' });
    expect(bar('0', '0', '0', '0')).toEqual({ used: '0', own: '0', over: '0' });
  });
});

describe('BUD-05 the tightest budget', () => {
  const figures = (name: string, own: string, free: string) => ({
    id: 1,
    name,
    value: '100',
    used: '0',
    own,
    free,
  });

  it('is the one with the least left, among those that the document uses', () => {
    const known = [
      figures('untouched', '0', '-5'),
      figures('wide', '1', '50'),
      figures('narrow', '1', '9.5'),
    ];
    expect(tightest(known)?.name).toBe('narrow');
    expect(tightest(known.slice(0, 1))?.name).toBe('untouched');
    expect(tightest([])).toBeNull();
  });
});
