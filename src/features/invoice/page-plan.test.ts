import { describe, expect, test } from 'vitest';
import { type PagePlan, pageLimits, pagesInWords, planProblem, staying, turnedBy } from './page-plan.ts';

const plan = (...parts: readonly (readonly [number, number][])[]): PagePlan =>
  parts.map((part) => part.map(([invoice_id, page]) => ({ invoice_id, page, turn: 0 })));
const sources = [
  { id: 7, pages: 3 },
  { id: 8, pages: null },
];
const codeOf = (wanted: PagePlan, of = sources) => planProblem(wanted, of)?.code ?? null;

describe('REC-12 a plan of pages', () => {
  test('uses each page at most once, in any order', () => {
    expect(
      codeOf(
        plan(
          [[8, 200]],
          [
            [7, 3],
            [8, 1],
            [7, 1],
          ],
        ),
      ),
    ).toBeNull();
  });

  test.each([
    ['no parts', plan(), 'pages_required'],
    ['an empty part', plan([[7, 1]], [], [[8, 1]]), 'pages_required'],
    ['a file without pages', plan([[7, 1]]), 'pages_required'],
    [
      'a page twice',
      plan(
        [
          [7, 1],
          [8, 1],
        ],
        [[7, 1]],
      ),
      'already_exists',
    ],
    [
      'page 0',
      plan([
        [7, 0],
        [8, 1],
      ]),
      'number_out_of_range',
    ],
    [
      'a page beyond the last',
      plan([
        [7, 4],
        [8, 1],
      ]),
      'number_out_of_range',
    ],
    [
      'a page of no file',
      plan([
        [7, 1],
        [8, pageLimits.sourcePages + 1],
      ]),
      'number_out_of_range',
    ],
    ['an unknown invoice', plan([[9, 1]]), 'not_found'],
  ])('is refused with %s', (_, wanted, code) => {
    expect(codeOf(wanted)).toBe(code);
  });

  test('refuses too many or too long parts', () => {
    const many = Array.from({ length: 51 }, (_, place): [number, number] => [7, place + 1]);
    const of = [{ id: 7, pages: 100 }];
    expect(codeOf(plan(many), of)).toBe('too_many_pages');
    expect(codeOf(plan(...many.map((page) => [page])), of)).toBe('number_out_of_range');
  });

  test('finds the invoice that each part keeps', () => {
    expect(
      staying(
        plan(
          [[7, 1]],
          [[7, 2]],
          [
            [8, 2],
            [7, 3],
          ],
        ),
      ),
    ).toEqual([7, null, 8]);
    expect(
      staying(
        plan([
          [8, 1],
          [7, 1],
        ]),
      ),
    ).toEqual([8]);
  });
});

test('REC-12 rotations add up, and page numbers are written as ranges', () => {
  expect([turnedBy(90, 180), turnedBy(270, 90)]).toEqual([270, 0]);
  expect(pagesInWords([1, 2, 3, 5, 4])).toBe('1–3, 5, 4');
});
