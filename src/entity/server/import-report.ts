import { type CsvCell, csvHead, csvRows } from '../../base/csv.ts';
import type { Language } from '../../base/language.ts';
import { amountOf } from '../../base/money.ts';
import { text } from '../../platform/server/texts.ts';
import type { Entity } from '../entity.ts';
import { fieldLabelKey } from '../labels.ts';
import { problemKey } from '../problem-key.ts';
import type { CsvProblem } from '../sheet/csv-plan.ts';

/** Nobody corrects more of them at once. */
const maxProblems = 10_000;
/** The number of problems shown without the file. */
const maxShown = 5;

/** The problems of a file, with its column titles. */
export interface WrongLines {
  readonly entity: Entity;
  readonly columns: readonly (string | null)[];
  readonly head: readonly string[];
  readonly problems: readonly CsvProblem[];
}

/**
 * A CSV file with a row for each problem: place, value and problem. The first row of a line also contains the line
 * itself, so that the file can be corrected and imported again.
 */
export function problemReport(wrong: WrongLines, language: Language): string {
  const { columns, head, problems } = wrong;
  const titles = ['line', 'column', 'value', 'problem'].map((name) =>
    text(language, `import.report.${name}`),
  );
  const rows = problems.slice(0, maxProblems).map((problem, place): readonly CsvCell[] => {
    const { title, message } = reported(wrong, problem, language);
    const isFirst = problems[place - 1]?.at !== problem.at;
    return [
      { number: amountOf(problem.at) },
      title,
      problem.row.texts[columns.indexOf(problem.field)] ?? '',
      message,
      ...(isFirst ? problem.row.texts : []),
    ];
  });
  return csvHead([...titles, ...head]) + csvRows(rows);
}

/** The first problems as sentences. */
export function firstProblems(wrong: WrongLines, language: Language): readonly string[] {
  return wrong.problems.slice(0, maxShown).map((problem) => {
    const { title, message } = reported(wrong, problem, language);
    const place = text(language, 'import.line', { line: problem.at });
    return [place, title, message].filter(Boolean).join(': ');
  });
}

function reported(
  { entity }: WrongLines,
  problem: CsvProblem,
  language: Language,
): { readonly title: string; readonly message: string } {
  const { key, values } = problemKey(problem);
  return {
    title: problem.field === '' ? '' : text(language, fieldLabelKey(entity.table, problem.field)),
    message: text(language, key, values),
  };
}
