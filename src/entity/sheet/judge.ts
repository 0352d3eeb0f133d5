import type { FieldProblem } from '../../base/refusal.ts';
import { alikeWarning, isIdentifying, takenWarning } from '../alike.ts';
import type { CompanyFacts, Entity, Row } from '../entity.ts';
import type { Field } from '../field.ts';
import type { InputName } from '../kind.ts';
import { problemsOf, warningsOf } from '../problems.ts';
import { type Unique, uniquesOf } from '../unique.ts';
import { isBlank, isUnread, isWritable, type Line, rowOf } from './line.ts';

/** The problems of a line by field. */
export type Problems = ReadonlyMap<string, FieldProblem>;

export const nothingWrong: Problems = new Map();

/**
 * Validates all lines of a table: the rules of the entity per line, and unique values across lines (SHEET-05).
 * Unchanged lines are not validated again, so that a keystroke among thousands of lines stays cheap.
 */
export class Judge {
  readonly #entity: Pick<Entity, 'fields' | 'check'>;
  readonly #own = new WeakMap<Line, Problems>();
  readonly #keys = new WeakMap<Line, readonly (string | null)[]>();
  readonly #uniques: readonly Unique[];
  #last: ReadonlyMap<number, Problems> = new Map();

  constructor(entity: Pick<Entity, 'fields' | 'check'>) {
    this.#entity = entity;
    this.#uniques = uniquesOf(entity);
  }

  /** The problems of the lines that have any, by the key of the line. */
  problems(lines: readonly Line[]): ReadonlyMap<number, Problems> {
    const repeated = this.#repeated(lines);
    const found = new Map<number, Problems>();
    for (const line of lines) {
      const own = this.#problemsOf(line);
      const twice = repeated.get(line.key);
      if (own.size === 0 && twice === undefined) continue;
      const all = twice === undefined ? own : new Map([...twice, ...own]);
      const before = this.#last.get(line.key);
      found.set(line.key, before !== undefined && isSame(before, all) ? before : all);
    }
    this.#last = found;
    return found;
  }

  /** Stores the problems that the server found in lines; editing a line clears them. */
  refuse(refused: ReadonlyMap<Line, Problems>): void {
    for (const [line, problems] of refused) this.#own.set(line, problems);
  }

  #problemsOf(line: Line): Problems {
    const known = this.#own.get(line);
    if (known) return known;
    const isSound = line.isRemoved || isBlank(this.#entity, line) || !isTouched(line);
    const problems = isSound ? nothingWrong : this.#judged(line);
    this.#own.set(line, problems);
    return problems;
  }

  #judged(line: Line): Problems {
    const unread = Object.keys(line.cells).filter((name) => isUnread(line.cells[name]));
    // Values that are set once were validated when they were set.
    const ofRow = problemsOf(this.#entity, rowOf(line.cells)).filter(({ field }) =>
      isWritable(this.#entity.fields[field], line),
    );
    return new Map([
      ...ofRow.map((problem) => [problem.field, problem] as const),
      ...unread.map((name) => [name, unreadProblem(name, this.#entity.fields[name])] as const),
    ]);
  }

  #repeated(lines: readonly Line[]): ReadonlyMap<number, Problems> {
    const found = new Map<number, Problems>();
    this.#uniques.forEach(({ field }, place) => {
      const owners = new Map<string, Line[]>();
      for (const line of lines) {
        const key = this.#keysOf(line)[place];
        if (key === null || key === undefined) continue;
        const known = owners.get(key);
        if (known) known.push(line);
        else owners.set(key, [line]);
      }
      for (const group of owners.values()) {
        if (group.length < 2) continue;
        for (const { key } of group)
          found.set(
            key,
            new Map([
              ...(found.get(key) ?? []),
              [field, { field, code: 'unique_violation', values: { field } }],
            ]),
          );
      }
    });
    return found;
  }

  #keysOf(line: Line): readonly (string | null)[] {
    const known = this.#keys.get(line);
    if (known) return known;
    if (line.isRemoved) return [];
    const row = rowOf(line.cells);
    const keys = this.#uniques.map((unique) => unique.keyOf(row));
    this.#keys.set(line, keys);
    return keys;
  }
}

const unreadRules: Partial<Readonly<Record<InputName, string>>> = {
  number: 'unread_number',
  day: 'unread_day',
  flag: 'unread_flag',
};

/** Why a text is no value of its column: it is not on offer, or its format is unknown. */
function unreadProblem(name: string, field: Field | undefined): FieldProblem {
  if (field?.choices || field?.references) {
    return { field: name, code: 'validation_failed', values: { rule: 'not_offered' } };
  }
  const rule = field && unreadRules[field.kind.input];
  return { field: name, code: 'invalid_type', ...(rule && { values: { rule } }) };
}

/** The warnings of a line; they do not prevent saving. */
export function lineWarnings(
  entity: Pick<Entity, 'fields' | 'doubts' | 'alike'>,
  line: Line,
  facts: CompanyFacts,
  lines: readonly Line[],
): Problems {
  const row = rowOfLine(line);
  const others =
    entity.alike || isIdentifying(entity) ? lines.filter(({ key }) => key !== line.key).map(rowOfLine) : [];
  const twins = [alikeWarning(entity, row, others), takenWarning(entity, row, others)];
  const found = [...twins.filter((twin) => twin !== undefined), ...warningsOf(entity, row, facts)];
  return new Map(found.map((warning) => [warning.field, warning]));
}

/** Lines are immutable, so their rows are built once. */
const rows = new WeakMap<Line, Row>();

function rowOfLine(line: Line): Row {
  const row = rows.get(line) ?? rowOf(line.cells);
  rows.set(line, row);
  return row;
}

/** Stored rows have been accepted; only edited ones are validated. */
function isTouched({ stored, cells }: Line): boolean {
  return stored === null || stored !== cells;
}

function isSame(left: Problems, right: Problems): boolean {
  if (left.size !== right.size) return false;
  return [...right].every(([name, problem]) => left.get(name)?.code === problem.code);
}
