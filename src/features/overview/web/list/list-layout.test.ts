import { describe, expect, it } from 'vitest';
import { documentAt, drawnPlaces, heightOf, layoutOf, scrolledTo } from './list-layout.ts';

const heights = { row: 36, title: 30, above: 32 };
const documents = (name: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({ key: `${name}-${place}` }));
const layout = layoutOf(
  [
    { key: 'overdue', title: 'Überfällig', documents: documents('overdue', 3) },
    { key: 'later', title: 'Später', documents: documents('later', 5_000) },
  ],
  heights,
);

describe('OVW-05 a long list', () => {
  it('keeps the space of every row, drawn or not', () => {
    expect(layout.tops.get('overdue-2')).toBe(32 + 30 + 2 * 36);
    expect(layout.tops.get('later-0')).toBe(32 + 30 + 3 * 36 + 30);
    expect(heightOf(layout)).toBe(32 + 2 * 30 + 5_003 * 36);
    expect(layout.rows).toBe(5_005);
  });

  it('draws only visible rows out of thousands', () => {
    const [overdue, later] = layout.groups;
    if (overdue === undefined || later === undefined) throw new Error('two groups');
    for (const scrollTop of [0, 5_000, 90_000, heightOf(layout) - 720]) {
      const view = { scrollTop, height: 720 };
      const places = drawnPlaces(layout, later, view, null);
      expect(places.length).toBeLessThan(60);
      for (const place of places.keys()) expect(places[place]).toBe((places[0] ?? 0) + place);
      const inView = [...layout.tops].filter(
        ([key, top]) => key.startsWith('later') && top + 36 > scrollTop && top < scrollTop + 720,
      );
      for (const [key] of inView) expect(places).toContain(Number(key.split('-')[1]));
    }
    expect(drawnPlaces(layout, overdue, { scrollTop: 90_000, height: 720 }, null)).toEqual([]);
  });

  it('keeps the focused row at any scroll position', () => {
    const [, later] = layout.groups;
    if (later === undefined) throw new Error('two groups');
    const view = { scrollTop: 90_000, height: 720 };
    expect(drawnPlaces(layout, later, view, 'later-7')[0]).toBe(7);
    expect(drawnPlaces(layout, later, view, 'later-4999').at(-1)).toBe(4_999);
  });

  it('finds the first visible row, and scrolls the shortest way to another', () => {
    expect(documentAt(layout, 0)).toBe('overdue-0');
    expect(documentAt(layout, 32 + 30 + 1)).toBe('overdue-1');
    expect(documentAt(layout, 32 + 30 + 3 * 36)).toBe('later-0');
    const view = { scrollTop: 1_000, height: 720 };
    expect(scrolledTo(1_500, heights, view, 32)).toBe(1_000);
    expect(scrolledTo(900, heights, view, 32)).toBe(868);
    expect(scrolledTo(1_800, heights, view, 32)).toBe(1_116);
  });
});
