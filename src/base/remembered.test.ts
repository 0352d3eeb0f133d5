import { describe, expect, it, vi } from 'vitest';
import { remembered } from './remembered.ts';

describe('a remembered function', () => {
  const line = { price: 2 };

  it('computes once for the same object and values', () => {
    const compute = vi.fn((one: typeof line, quantity: number) => ({ total: one.price * quantity }));
    const total = remembered(compute);
    expect(total(line, 3)).toEqual({ total: 6 });
    expect(total(line, 3)).toBe(total(line, 3));
    expect(compute).toHaveBeenCalledTimes(1);
  });

  it('computes again for another object or another value', () => {
    const total = remembered((one: typeof line, quantity: number) => one.price * quantity);
    expect([total(line, 3), total({ price: 5 }, 3), total(line, 4), total(line, 3)]).toEqual([6, 15, 8, 6]);
  });
});
