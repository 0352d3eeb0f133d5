import { isValidElement, type ReactNode, useState } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PricedLine, totals } from '../../src/document/totals.ts';
import type { Problems } from '../../src/document/web/draft/problems.ts';
import { GridTable } from '../../src/document/web/lines/GridTable.tsx';
import { LineGrid } from '../../src/document/web/lines/LineGrid.tsx';
import { isSameRow, LineRow, type LineRowProps } from '../../src/document/web/lines/LineRow.tsx';
import type { LineSheet, TypedLine } from '../../src/document/web/lines/line-columns.ts';
import { foundPlaces, nextPlace } from '../../src/document/web/lines/line-find.ts';
import { lineEditor } from '../../src/document/web/lines/use-grid-lines.ts';
import * as contract from '../../src/features/contract/web/draft.ts';
import { useLineSheet as useContractSheet } from '../../src/features/contract/web/lines/use-line-sheet.tsx';
import * as invoice from '../../src/features/invoice/web/draft.ts';
import { useLineSheet as useInvoiceSheet } from '../../src/features/invoice/web/lines/use-line-sheet.tsx';
import * as request from '../../src/features/procurement/web/draft/draft.ts';
import { useLineSheet as useRequestSheet } from '../../src/features/procurement/web/lines/use-line-sheet.tsx';
import { DrawnRows } from '../../src/platform/web/kit/DrawnRows.tsx';
import { htmlOf, showTexts } from '../support/rendered.tsx';

beforeAll(() => showTexts());

type Row = LineRowProps<TypedLine>;

/** The rows that a tree draws; calls the components around them, so that their hooks are those of the caller. */
function rowsIn(tree: ReactNode): readonly Row[] {
  if (Array.isArray(tree)) return tree.flatMap(rowsIn);
  if (!isValidElement<{ readonly children?: ReactNode }>(tree)) return [];
  const { type, props } = tree;
  if (type === LineRow) return [props as unknown as Row];
  if (type === GridTable || type === DrawnRows) return rowsIn((type as (given: object) => ReactNode)(props));
  return rowsIn(props.children);
}

/** The rows after each step of one page. */
function rowsOf(steps: number, useTree: (step: number) => ReactNode): readonly (readonly Row[])[] {
  const rendered: (readonly Row[])[] = [];
  function Page(): ReactNode {
    const [step, setStep] = useState(0);
    rendered[step] = rowsIn(useTree(step));
    // A page that changes its state while it renders is rendered again with the same hooks.
    if (step + 1 < steps) setStep(step + 1);
    return null;
  }
  htmlOf(<Page />);
  return rendered;
}

interface GridOptions<Line extends TypedLine> {
  readonly sheet: LineSheet<Line>;
  readonly lines: readonly Line[];
  readonly problems?: Problems;
}

/** The properties of a grid as a page hands them in, most of them new objects at each render. */
function gridOf<Line extends TypedLine>({ sheet, lines, problems = new Map() }: GridOptions<Line>) {
  const priced = lines.map(() => priceless);
  return {
    sheet,
    editor: lineEditor(lines, () => {}, sheet.newLine),
    totals: totals(priced),
    problems: new Map(problems),
    onTyped: () => {},
  };
}

const priceless: PricedLine = {
  ...{ quantity: null, price_netto: null, price_brutto: null, price_mode: 'net', tax: null },
};

const many = <Line extends object>(count: number, line: (key: string, place: number) => Line) =>
  Array.from({ length: count }, (_, place) => line(`k${place}`, place));
const requested = (count: number) =>
  many(count, (key, place) => ({ ...request.newLine(key, null), description: `Artikel ${place + 1}` }));
const invoiced = many(1000, (key) => ({ ...invoice.newLine(key), description: 'Fracht' }));
const agreed = many(500, (key) => ({ ...contract.newLine(key), name: 'Miete' }));

/** The places of the rows that a step renders; rows that came into view do not count. */
function renderedBetween(before: readonly Row[], after: readonly Row[]): readonly number[] {
  const former = new Map(before.map((row) => [row.line.key, row]));
  return after.flatMap((row) => {
    const known = former.get(row.line.key);
    return known !== undefined && isSameRow(known, row) ? [] : [row.place];
  });
}

const withKey = <Line extends object>(lines: readonly Line[], place: number, change: Partial<Line>) =>
  lines.map((line, at) => (at === place ? { ...line, ...change } : line));

describe('PROC-40 a grid of 500 lines', () => {
  const lines = requested(500);

  it('holds only the rows in view, numbered among all rows', () => {
    function Page(): ReactNode {
      return <LineGrid {...gridOf({ sheet: useRequestSheet(request.emptyDraft.head), lines })} />;
    }
    const page = htmlOf(<Page />);
    expect(page.match(/data-line=/g)?.length).toBeLessThan(60);
    expect(page).toContain('aria-rowcount="501"');
    expect(page).toMatch(/data-line="0"[^>]*aria-rowindex="2"/);
    expect(page).toMatch(/data-gap="true"/);
  });

  it('renders one row for a key in a request', () => {
    const [before = [], after = []] = rowsOf(2, (step) => {
      const sheet = useRequestSheet(request.emptyDraft.head);
      return LineGrid(gridOf({ sheet, lines: step === 0 ? lines : withKey(lines, 3, { description: 'x' }) }));
    });
    expect(before.length).toBeGreaterThan(20);
    expect(renderedBetween(before, after)).toEqual([3]);
  });

  it('renders one row for a key in an invoice of 1,000 lines and in a contract', () => {
    const orders: never[] = [];
    const split = (): void => {};
    const ofInvoice = rowsOf(2, (step) => {
      const sheet = useInvoiceSheet(invoice.emptyDraft.head, orders, 'datev', split);
      return LineGrid(
        gridOf({ sheet, lines: step === 0 ? invoiced : withKey(invoiced, 5, { description: 'x' }) }),
      );
    });
    const ofContract = rowsOf(2, (step) => {
      const sheet = useContractSheet(contract.emptyDraft.head);
      return LineGrid(gridOf({ sheet, lines: step === 0 ? agreed : withKey(agreed, 7, { name: 'x' }) }));
    });
    expect(
      [ofInvoice, ofContract].map(([before = [], after = []]) => renderedBetween(before, after)),
    ).toEqual([[5], [7]]);
  });

  it('renders no row for a key in the head, whatever the kind of document', () => {
    const orders: never[] = [];
    const split = (): void => {};
    const named = <Head extends object>(head: Head, step: number) => ({ ...head, name: `Büro ${step}` });
    const ofKinds = [
      rowsOf(2, (step) => {
        const sheet = useRequestSheet(named(request.emptyDraft.head, step));
        return LineGrid(gridOf({ sheet, lines }));
      }),
      rowsOf(2, (step) => {
        const sheet = useInvoiceSheet(named(invoice.emptyDraft.head, step), orders, 'datev', split);
        return LineGrid(gridOf({ sheet, lines: invoiced }));
      }),
      rowsOf(2, (step) => {
        const sheet = useContractSheet(named(contract.emptyDraft.head, step));
        return LineGrid(gridOf({ sheet, lines: agreed }));
      }),
    ];
    expect(
      ofKinds.map(([before = [], after = []]) => [before.length > 20, renderedBetween(before, after)]),
    ).toEqual(ofKinds.map(() => [true, []]));
  });

  it('VAL-45 also holds the first row with an error, so that the page can jump there, and renders only that', () => {
    const problems = new Map([
      ['k400.quantity', 'Fehlt'],
      ['k450.quantity', 'Fehlt'],
    ]);
    const [before = [], after = [], again = []] = rowsOf(3, (step) => {
      const sheet = useRequestSheet(request.emptyDraft.head);
      return LineGrid(gridOf({ sheet, lines, ...(step === 0 ? {} : { problems }) }));
    });
    expect(before.map(({ place }) => place)).not.toContain(400);
    expect(renderedBetween(before, after)).toEqual([400]);
    expect(renderedBetween(after, again)).toEqual([]);
  });

  it('opens an error below a line, which the numbers of the following rows count', () => {
    const problems = new Map([['k1.offer_number', 'Zu lang']]);
    const [rows = []] = rowsOf(1, () => {
      const sheet = useRequestSheet(request.emptyDraft.head);
      return LineGrid(gridOf({ sheet, lines, problems }));
    });
    expect(rows.slice(0, 4).map(({ rowIndex }) => rowIndex)).toEqual([2, 3, 5, 6]);
  });

  it('finds lines that the page does not hold by what is typed or chosen in them', () => {
    const supplier = { id: 7, name: 'Osterkamp', number: '70012', delivery_in_days: null };
    const sought = withKey(lines, 321, { supplier }).map((line, index) => ({ line, index }));
    expect(foundPlaces(sought, 'artikel 499')).toEqual([498]);
    expect(foundPlaces(sought, 'osterkamp')).toEqual([321]);
    expect(foundPlaces(sought, '70012')).toEqual([321]);
    expect(foundPlaces(sought, ' ')).toEqual([]);
    expect([nextPlace([3, 7], -1, false), nextPlace([3, 7], 7, false), nextPlace([3, 7], 3, true)]).toEqual([
      3, 3, 7,
    ]);
  });
});

describe('PROC-40 a grid of 40 lines', () => {
  it('holds all rows, which need no numbers', () => {
    function Page(): ReactNode {
      return (
        <LineGrid {...gridOf({ sheet: useRequestSheet(request.emptyDraft.head), lines: requested(40) })} />
      );
    }
    const page = htmlOf(<Page />);
    expect(page.match(/data-line=/g)).toHaveLength(40);
    for (const part of ['aria-rowcount', 'aria-rowindex', 'data-gap', 'document.line.find'])
      expect(page).not.toContain(part);
  });
});
