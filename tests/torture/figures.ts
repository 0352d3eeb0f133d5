import { minus, round, sum } from '../../src/base/money.ts';
import { seesDashboard } from '../../src/features/dashboard/access.ts';
import { dimensions, type Figure } from '../../src/features/dashboard/model.ts';
import { type MonthEndAnswer, type MonthEndRow, shownRows } from '../../src/features/month-end/model.ts';
import { monthEndLists } from '../../src/features/month-end/search.ts';
import type { Actor } from './cast.ts';
import type { Client, Desk } from './desk.ts';

/** Figures of the dashboard and the month-end lists, read while others worked. */
export interface ReadFigures {
  answers: number;
  /** Inconsistent sums. */
  readonly wrong: string[];
}

/** The period of all documents. */
export const always = { from: '2000-01-01', to: '2099-12-31' };

export const figuresQuery = 'query ($from: date!, $to: date!) { dashboard_figures(from: $from, to: $to) }';

/** Reads the figures, or a list as of today: each answer is a snapshot and must be consistent. */
export async function lookAtFigures({ desk, chance }: Client): Promise<void> {
  const reader = chance.pick(desk.cast.people.filter(seesDashboard));
  if (!reader) return;
  if (chance.share(0.5)) await lookAtParts(desk, reader);
  else await lookAtList(desk, reader, chance.pick(monthEndLists) ?? monthEndLists[0]);
}

/** Reads all of them once: a short run may end before any random read. */
export async function lookAtAllFigures(desk: Desk): Promise<void> {
  const reader = desk.cast.people.find(seesDashboard);
  if (!reader) return;
  await lookAtParts(desk, reader);
  for (const list of monthEndLists) await lookAtList(desk, reader, list);
}

async function lookAtParts(desk: Desk, reader: Actor): Promise<void> {
  const { dashboard_figures: figures } = await desk.api.look(reader, figuresQuery, always);
  note(desk, wrongParts(figures as readonly Figure[]));
}

async function lookAtList(desk: Desk, reader: Actor, list: MonthEndAnswer['list']): Promise<void> {
  note(desk, await wrongInList(desk, reader, list));
}

function note({ figures }: Desk, wrong: readonly string[]): void {
  figures.answers += 1;
  figures.wrong.push(...wrong);
}

/** The parts of each chart add up to its whole (DASH-03, DASH-05). */
function wrongParts(figures: readonly Figure[]): readonly string[] {
  return figures
    .filter(({ dimension }) => dimension === null)
    .flatMap((total) =>
      dimensions.flatMap((dimension) => {
        const parts = figures.filter(
          (part) =>
            part.dimension === dimension && part.kind === total.kind && part.currency === total.currency,
        );
        const count = parts.reduce((all, part) => all + part.count, 0);
        const net = round(sum(parts.map((part) => part.net)), 2);
        return count === total.count && net === round(total.net, 2)
          ? []
          : [`${total.kind} by ${dimension}: ${count} for ${net} instead of ${total.count} for ${total.net}`];
      }),
    );
}

/** The sum below a list equals its shown rows (DASH-07). */
async function wrongInList(
  { api }: Desk,
  reader: Actor,
  list: MonthEndAnswer['list'],
): Promise<readonly string[]> {
  const { status, text } = await api.post('/api/month-end', {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await reader.token()}` },
    body: JSON.stringify({ list, day: always.to }),
  });
  if (status !== 200) return [`${list} is answered with ${status} ${text}`];
  const { rows, count, totals } = JSON.parse(text) as MonthEndAnswer;
  const isWhole = rows.length === Math.min(count, shownRows);
  return [
    ...(isWhole ? [] : [`${list} shows ${rows.length} rows of ${count}`]),
    ...(rows.length < count ? [] : wrongTotals(list, rows, totals)),
    ...(list === 'commitments' ? rows.flatMap(wrongCommitment) : []),
  ];
}

/** A sum without a period covers all of them. */
function wrongTotals(
  list: string,
  rows: readonly MonthEndRow[],
  totals: MonthEndAnswer['totals'],
): readonly string[] {
  return totals.flatMap(({ currency, period, amounts }) =>
    Object.entries(amounts).flatMap(([column, total]) => {
      const own = rows.filter(
        (row) => row.currency === currency && (period === null || row.period === period),
      );
      const added = sum(own.map((row) => String(row[column] ?? '0')));
      return Math.abs(Number(minus(total ?? '0', added))) < 0.01 * (own.length + 1)
        ? []
        : [`${list}: ${column} is ${total} ${currency}, its rows come to ${added}`];
    }),
  );
}

/** The commitment of an order is the ordered amount minus invoiced and released ones. */
function wrongCommitment({ kind, id, ordered, invoiced, released, net }: MonthEndRow): readonly string[] {
  if (kind !== 'procurement') return [];
  const left = [invoiced, released].reduce(
    (rest: string, part) => minus(rest, String(part ?? '0')),
    String(ordered),
  );
  return Math.abs(Number(minus(left, String(net)))) <= 0.02
    ? []
    : [`order ${id}: ${net} is committed of ${ordered}, less ${invoiced} and ${released}`];
}
