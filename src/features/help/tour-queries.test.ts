import { describe, expect, it } from 'vitest';
import { isDue, startsByItself, type Tours } from './tour-queries.ts';

const tours = (details: Partial<Tours> = {}): Tours => ({
  ...{ offered: true, wanted: true, seen: [] },
  ...details,
});

describe('ONB-05 ONB-10 the tour of a page', () => {
  it('is due once, where the tenant offers tours and the person wants them', () => {
    expect(isDue(tours(), 'tasks')).toBe(true);
    expect(isDue(tours({ seen: ['tasks'] }), 'tasks')).toBe(false);
    expect(isDue(tours({ offered: false }), 'tasks')).toBe(false);
    expect(isDue(tours({ wanted: false }), 'tasks')).toBe(false);
  });

  it('starts by itself on the first page only, and then waits to be asked for', () => {
    expect(startsByItself(tours())).toBe(true);
    expect(startsByItself(tours({ seen: ['tasks'] }))).toBe(false);
  });
});
