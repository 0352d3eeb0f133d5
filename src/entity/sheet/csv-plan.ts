import type { FieldProblem } from '../../base/refusal.ts';
import type { Entity } from '../entity.ts';
import { type Changes, changesOf } from './changes.ts';
import type { CsvLine } from './csv-lines.ts';
import { Judge } from './judge.ts';
import type { Line } from './line.ts';

/** A problem of a row of a file. */
export interface CsvProblem extends FieldProblem {
  /** The line of the file, counted from 1. */
  readonly at: number;
  readonly row: CsvLine;
}

export interface CsvPlan {
  readonly lines: readonly CsvLine[];
  readonly changes: Changes;
  /** Lines with a problem are not imported. */
  readonly problems: readonly CsvProblem[];
  /** The number of rows that equal the stored ones. */
  readonly unchanged: number;
}

/** Results that were computed in steps beforehand. */
export interface KnownOfLines {
  readonly judge: Judge;
  readonly changes: Changes;
}

/** What an import would do, by the rules of the table view; `stored` are the rows that it could match. */
export function csvPlan(
  entity: Entity,
  rows: readonly CsvLine[],
  stored: readonly Line[],
  known?: KnownOfLines,
): CsvPlan {
  const met = new Set(rows.map(({ line }) => line.key));
  const judge = known?.judge ?? new Judge(entity);
  const sound = rows.filter(({ problem }) => problem === undefined).map(({ line }) => line);
  const found = judge.problems([...stored.filter(({ key }) => !met.has(key)), ...sound]);
  const problems = rows.flatMap((row): readonly CsvProblem[] => {
    if (row.problem) return [{ ...row.problem, at: row.at, row }];
    return [...(found.get(row.line.key)?.values() ?? [])].map((problem) => ({ ...problem, at: row.at, row }));
  });
  const changes =
    known?.changes ??
    changesOf(
      entity,
      rows.map(({ line }) => line),
    );
  const differing = new Set([...changes.lines, ...problems.map(({ row }) => row.line)]);
  const unchanged = rows.filter(({ line }) => !differing.has(line)).length;
  return { lines: rows, changes, problems, unchanged };
}
