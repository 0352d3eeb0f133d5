import { expect, test } from 'vitest';
import { CodesInView } from './codes-in-view.ts';

/** What passes of codes seen at these milliseconds. */
function passed(...seen: readonly (readonly [number, string | null])[]): readonly (string | null)[] {
  const view = new CodesInView();
  return seen.map(([now, text]) => view.look(text, now));
}

test('MOB-05 a code that stays in view counts once', () => {
  expect(passed([0, 'a'], [150, 'a'], [300, null], [1200, 'a'], [2500, 'a'])).toEqual([
    'a',
    ...[null, null, null, null],
  ]);
});

test('MOB-05 a code that comes back counts again', () => {
  const away = [500, 1000, 1600].map((now) => [now, null] as const);
  expect(passed([0, 'a'], ...away, [1700, 'a'])).toEqual(['a', null, null, null, 'a']);
});

test('MOB-05 a code that stays in view counts once on a device that takes a picture every two seconds', () => {
  expect(passed([0, 'a'], [2000, 'a'], [4000, null], [6000, null], [8000, 'a'])).toEqual([
    'a',
    ...[null, null, null, null],
  ]);
});

test('MOB-05 two codes side by side count once each', () => {
  expect(passed([0, 'a'], [100, 'b'], [200, 'a'], [300, 'b'])).toEqual(['a', 'b', null, null]);
});
