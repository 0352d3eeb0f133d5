import type { FieldProblem } from '../../../base/refusal.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import type { Changes } from '../../sheet/changes.ts';
import type { Problems } from '../../sheet/judge.ts';
import type { Line } from '../../sheet/line.ts';
import type { Column } from './columns.ts';

export interface RefusedIn {
  readonly changes: Changes;
  readonly lines: readonly Line[];
  readonly columns: readonly Column[];
  /** The label of the rows of a table that use another row. */
  readonly nameOf: (table: string) => string;
}

/**
 * The server's problems by line. A problem names its object as `objects.3.name` or `3.name`, or belongs to the only
 * one; for a row that cannot be deleted it names the id and the users, and is shown in the row's first cell.
 */
export function refusedLines(failure: unknown, sent: RefusedIn): ReadonlyMap<Line, Problems> {
  if (!(failure instanceof ApiRefusal)) return new Map();
  const { changes } = sent;
  const { code, field, values, problems } = failure;
  if (problems.some((problem) => problem.values?.used_by !== undefined)) return usedLines(problems, sent);
  const found = new Map<Line, Map<string, FieldProblem>>();
  const all = field === undefined ? problems : [...problems, { field, code, values }];
  for (const problem of all) {
    const [, place, name] = /^(?:(?:objects\.)?(\d+)\.)?(\w+)$/.exec(problem.field) ?? [];
    const line = changes.lines.length === 1 ? changes.lines[0] : changes.lines[Number(place ?? -1)];
    if (line === undefined || name === undefined) continue;
    const known = found.get(line) ?? new Map<string, FieldProblem>();
    found.set(line, known.set(name, { ...problem, field: name }));
  }
  return found;
}

/** The rows that cannot be deleted, each with its users: "Rechnungen: 2, Produkte: 3". */
function usedLines(
  problems: readonly FieldProblem[],
  { lines, columns, nameOf }: RefusedIn,
): ReadonlyMap<Line, Problems> {
  const field = columns[0]?.name ?? '';
  const byRow = Map.groupBy(problems, ({ values }) => values?.id);
  return new Map(
    lines.flatMap((line): readonly (readonly [Line, Problems])[] => {
      const uses = line.id === null ? undefined : byRow.get(line.id);
      if (uses === undefined) return [];
      const used = uses.map(({ values = {} }) => `${nameOf(String(values.used_by))}: ${values.count}`);
      const problem: FieldProblem = {
        field,
        code: 'foreign_key_violation',
        values: { rule: 'in_use', used: used.join(', ') },
      };
      return [[line, new Map([[field, problem]])]];
    }),
  );
}
