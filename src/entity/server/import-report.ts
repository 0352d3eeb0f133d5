import { type CsvCell, csvHead, csvRows } from '../../base/csv.ts';
import type { Language } from '../../base/language.ts';
import { amountOf } from '../../base/money.ts';
import { text } from '../../platform/server/texts.ts';
import type { Entity } from '../entity.ts';
import { fieldLabelKey } from '../labels.ts';
import { problemKey } from '../problem-key.ts';
import type { CsvProblem } from '../sheet/csv-plan.ts';

/** Nobody corrects more of them before the next try. */
const mostProblems = 10_000;

/** A CSV file with a row for each problem: where it is, what stands there, and what is wrong with it. */
export function problemReport(
  entity: Entity,
  columns: readonly (string | null)[],
  problems: readonly CsvProblem[],
  language: Language,
): string {
  const t = (key: string, values = {}): string => text(language, key, values);
  const titles = ['line', 'column', 'value', 'problem'].map((name) => t(`import.report.${name}`));
  const rows = problems.slice(0, mostProblems).map((problem): readonly CsvCell[] => {
    const { key, values } = problemKey(problem);
    return [
      { number: amountOf(problem.at) },
      problem.field === '' ? '' : t(fieldLabelKey(entity.table, problem.field)),
      problem.row.texts[columns.indexOf(problem.field)] ?? '',
      t(key, values),
    ];
  });
  return csvHead(titles) + csvRows(rows);
}
