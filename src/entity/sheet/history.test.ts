import fc from 'fast-check';
import { expect, test } from 'vitest';
import { begun, changed, redone, undone } from './history.ts';

test('SHEET-01 undo goes back step by step, redo forward, and a change discards what could be redone', () => {
  const two = changed(changed(begun('a'), 'b'), 'c');
  expect(undone(two).present).toBe('b');
  expect(undone(undone(undone(two))).present).toBe('a');
  expect(redone(undone(two)).present).toBe('c');
  expect(redone(changed(undone(two), 'd')).present).toBe('d');
  expect(changed(two, 'c')).toBe(two);
});

test('undoing and redoing equally often ends in the same state', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.nat(10), (states, times) => {
      const history = states.reduce(changed<number>, begun(0));
      const steps = Math.min(times, history.past.length);
      const back = Array.from({ length: steps }).reduce<typeof history>((known) => undone(known), history);
      const forth = Array.from({ length: steps }).reduce<typeof history>((known) => redone(known), back);
      expect(forth).toEqual(history);
    }),
  );
});
