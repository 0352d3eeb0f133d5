import { describe, expect, it } from 'vitest';
import { entryOf } from './page-entry.ts';

describe('MOB-01 the entry of a page', () => {
  it.each([
    ['<script type="module" crossorigin src="/assets/index-4f2a.js"></script>', '/assets/index-4f2a.js'],
    ['<script src="/assets/index-4f2a.js" type="module"></script>', '/assets/index-4f2a.js'],
    ['<script src="/engine-check.js"></script><script type="module" src="/a.js"></script>', '/a.js'],
    ['<p>502 Bad Gateway</p>', null],
  ])('%s has %s', (html, entry) => {
    expect(entryOf(html)).toBe(entry);
  });
});
