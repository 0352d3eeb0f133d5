import { availableParallelism, cpus, totalmem } from 'node:os';
import { type AttackResult, maxTimes } from './attacks.ts';
import type { Figure } from './figure.ts';
import type { Comparison, SideResult } from './measure.ts';

export interface Result {
  readonly figure: Figure;
  readonly comparisons: readonly Comparison[];
  /** The reason for missing results. */
  readonly failure: string | null;
}

/** The conditions that decide whether two reports are comparable. */
export interface Circumstances {
  readonly requests: number;
  readonly documentsOfLargestTenant: number;
  readonly seconds: number;
}

/** One line per figure and concurrency, times in milliseconds, and one for each failed figure. */
export function table(results: readonly Result[]): string {
  const rows = results.flatMap(({ figure, comparisons }) =>
    comparisons.map(({ way, concurrency, product, hand, ratio }) => [
      figure.name,
      way,
      String(concurrency),
      ...cells(product),
      ...cells(hand),
      Number.isFinite(ratio) ? ratio.toFixed(2) : '-',
      verdict(figure, { way, concurrency, product, hand, ratio }),
    ]),
  );
  const head = [
    'figure',
    'way',
    'at once',
    'product/s',
    'p50',
    'p95',
    'p99',
    'hand/s',
    'p50',
    'p95',
    'p99',
    'ratio',
    'aim',
  ];
  const lines = [head, ...rows];
  const failures = results.flatMap(({ figure, failure }) =>
    failure === null ? [] : [`${figure.name} FAILED: ${failure.split('\n', 1)[0]}`],
  );
  return [...columns(lines), ...failures].join('\n');
}

/** One line per attack: the waits of others, times in milliseconds. */
export function attackTable(results: readonly AttackResult[]): string {
  const rows = results.map(({ name, quiet, beside, times }) => [
    name,
    ...[quiet, beside, times].map((value) => value.toFixed(1)),
    judged(times <= maxTimes, `<= ${maxTimes}`),
  ]);
  return columns([['others wait beside', 'quiet p95', 'p95', 'times', 'aim'], ...rows]).join('\n');
}

function columns(lines: readonly (readonly string[])[]): string[] {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines.map((line) =>
    line
      .map((cell, column) => pad(cell, widths[column] ?? 0, column > 0))
      .join('  ')
      .trimEnd(),
  );
}

function pad(cell: string, width: number, isRight: boolean): string {
  return isRight ? cell.padStart(width) : cell.padEnd(width);
}

function cells(side: SideResult): string[] {
  const rate = side.requestsPerSecond;
  return [
    rate.toFixed(rate < 10 ? 1 : 0),
    ...[side.p50, side.p95, side.p99].map((time) => (Number.isFinite(time) ? time.toFixed(1) : '-')),
  ];
}

/** Whether the aims for this concurrency are met; empty without aims. */
function verdict({ aim, aimP95, concurrencies }: Figure, comparison: Comparison): string {
  const { concurrency, product, ratio } = comparison;
  const ratioAt = concurrencies?.includes(10) === false ? concurrencies[0] : 10;
  const verdicts = [
    concurrency === ratioAt && aim !== undefined ? judged(ratio >= aim, `>= ${aim}`) : '',
    concurrency === 1 && aimP95 !== undefined ? judged(product.p95 <= aimP95, `p95 <= ${aimP95} ms`) : '',
  ];
  return verdicts.filter((text) => text !== '').join(', ');
}

function judged(isMet: boolean, aim: string): string {
  return `${aim}: ${isMet ? 'met' : 'MISSED'}`;
}

export function json(
  results: readonly Result[],
  attacks: readonly AttackResult[],
  circumstances: Circumstances,
): string {
  const machine = {
    cpu: cpus()[0]?.model,
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    node: process.version,
  };
  const figures = results.map(({ figure: { name, title, aim, aimP95 }, comparisons, failure }) => ({
    name,
    title,
    aim,
    aimP95,
    failure,
    comparisons: comparisons.map((comparison) => ({ ...comparison, ratio: finite(comparison.ratio) })),
  }));
  return `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, ...circumstances, figures, attacks }, null, 2)}\n`;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
