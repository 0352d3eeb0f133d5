import { expect, it } from 'vitest';
import { distinctArticles, earlierLinesVariables } from './earlier-lines.ts';

it('PROC-41 searches each word in name and number of the person’s own lines, without wildcards of the text', () => {
  const { where } = earlierLinesVariables(' Bohrer 50% ', 7);
  expect(where._and.slice(0, 2)).toEqual([
    { _or: [{ description: { _ilike: '%Bohrer%' } }, { item_number: { _ilike: '%Bohrer%' } }] },
    { _or: [{ description: { _ilike: '%50\\%%' } }, { item_number: { _ilike: '%50\\%%' } }] },
  ]);
  expect(where._and).toContainEqual({ procurement: { creator_id: { _eq: 7 } } });
});

it('PROC-41 offers each article once, with its newest line', () => {
  const line = (id: number, description: string | null, supplier: number | null = null) => ({
    id,
    description,
    item_number: null,
    supplier: supplier === null ? null : { id: supplier },
  });
  const lines = [
    line(5, 'Bohrer', 1),
    line(4, ' bohrer', 1),
    line(3, 'Bohrer', 2),
    line(2, null),
    line(1, 'Dübel'),
  ];
  expect(distinctArticles(lines).map(({ id }) => id)).toEqual([5, 3, 1]);
});
