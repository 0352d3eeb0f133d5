import { describe, expect, test } from 'vitest';
import { createEventReader, isOpenAfter, readingWait, reconnectWait } from './live-protocol.ts';

const text = [
  'event: open\ndata: {}\n\n',
  ': beat\n\n',
  'event: change\ndata: {"kind":"procurement","id":5,"version":3}\n\n',
  'event: gap\ndata: {}\n\n',
  'event: left\ndata: {}\n\n',
  'event: end\ndata: {}\n\n',
].join('');
const events = [
  { type: 'open' },
  { type: 'change', change: { kind: 'procurement', id: 5, version: 3 } },
  { type: 'gap' },
  { type: 'left' },
  { type: 'end' },
];

describe('API-42 the live stream in the browser', () => {
  test('events are read wherever the text is cut', () => {
    for (let size = 1; size <= text.length; size += 1) {
      const read = createEventReader();
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
        text.slice(index * size, (index + 1) * size),
      );
      expect(chunks.flatMap(read)).toEqual(events);
    }
  });

  test('unknown and malformed events are skipped', () => {
    const read = createEventReader();
    expect(read('event: news\ndata: {}\n\nevent: change\ndata: {"kind":\n\nevent: change\n\n')).toEqual([]);
    expect(read('event: change\ndata: {"kind":"procurement","id":"5","version":1}\n\nnull\n\n')).toEqual([]);
    expect(read('event: open\ndata: {}\n\n')).toEqual([{ type: 'open' }]);
  });

  test('heartbeats and changes do not alter whether the stream is open', () => {
    const change = { type: 'change', change: { kind: 'procurement', id: 5, version: 3 } } as const;
    for (const isOpen of [true, false]) {
      expect(isOpenAfter(isOpen, [])).toBe(isOpen);
      expect(isOpenAfter(isOpen, [change, { type: 'left' }])).toBe(isOpen);
      expect(isOpenAfter(isOpen, [{ type: 'gap' }, { type: 'open' }, change])).toBe(true);
      expect(isOpenAfter(isOpen, [{ type: 'open' }, { type: 'end' }])).toBe(false);
    }
  });

  test('the waits grow to half a minute with jitter', () => {
    expect([0, 1, 2].map((failures) => reconnectWait(failures, 1))).toEqual([500, 1000, 2000]);
    expect(reconnectWait(50, 1)).toBe(30_000);
    expect(reconnectWait(50, 0)).toBe(15_000);
  });

  test('the first change is loaded soon, a series of changes at intervals', () => {
    expect(readingWait(10_000, null, 100, 2000)).toBe(100);
    expect(readingWait(10_000, 1000, 100, 2000)).toBe(100);
    expect(readingWait(10_000, 9500, 100, 2000)).toBe(1500);
  });
});
