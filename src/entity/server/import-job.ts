import pg from 'pg';
import { type CsvRow, csvRows, csvSeparator, csvText, unguarded } from '../../base/csv-reading.ts';
import { dayOfInstant } from '../../base/day.ts';
import { type Language, languages } from '../../base/language.ts';
import { type FieldProblem, orRefuse, Refused, refuse } from '../../base/refusal.ts';
import { type Access, tableAccess } from '../../graphql/access.ts';
import { type Model, type Table, tableOf } from '../../graphql/model.ts';
import { type ChangeNotes, notesSql, saidNotes } from '../../graphql/server/answer.ts';
import { isTurnOfAnother, takeBulkTurn } from '../../graphql/server/bulk-turn.ts';
import type { ChangeQuestions } from '../../graphql/server/engine.ts';
import { refusalOf } from '../../graphql/server/errors.ts';
import { hasRole } from '../../platform/context.ts';
import type { Clock } from '../../platform/server/clock.ts';
import type { Database, Tx } from '../../platform/server/database.ts';
import { inTurns, mappedInTurns } from '../../platform/server/fairness/in-turns.ts';
import { readFile, storeFile } from '../../platform/server/files/files.ts';
import { type Job, type JobHandlers, NotYet, systemContext } from '../../platform/server/jobs/jobs.ts';
import { text } from '../../platform/server/texts.ts';
import { choiceText } from '../choice-text.ts';
import type { RetiredRows } from '../draft.ts';
import type { Entity, Row } from '../entity.ts';
import { type ImportOrder, type ImportResult, importOrder } from '../import-order.ts';
import type { Reading } from '../kind.ts';
import { fieldLabelKey } from '../labels.ts';
import { allChanges, type Changes, changesOf } from '../sheet/changes.ts';
import { type CsvField, languageOfNumbers, matchedColumns } from '../sheet/csv-columns.ts';
import { type CsvColumns, type CsvLine, csvLines, idColumn, recognisedBy } from '../sheet/csv-lines.ts';
import { type CsvPlan, type CsvProblem, csvPlan } from '../sheet/csv-plan.ts';
import { sheetEntity } from '../sheet/first-child.ts';
import { Judge } from '../sheet/judge.ts';
import { type Line, storedLine, type Typing } from '../sheet/line.ts';
import { type Lookup, lookup } from '../sheet/lookup.ts';
import { uniquesOf } from '../unique.ts';
import { firstProblems, problemReport, type WrongLines } from './import-report.ts';
import { importJob } from './import-route.ts';
import { mostRefused, readChoosable, readStored, type Wanted, writeObjects } from './import-store.ts';

export interface ImportParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly access: Access;
  readonly model: Model;
  /** Questions about changes, by table (API-41). */
  readonly questions: ChangeQuestions;
}

/** The job that imports a CSV file (ADM-20), and its clean-up after failure. */
export function importJobs(parts: ImportParts): {
  readonly handlers: JobHandlers;
  readonly givenUp: JobHandlers;
} {
  return {
    handlers: { [importJob]: (job) => runImport(parts, job, importOrder.parse(job.input)) },
    givenUp: {
      [importJob]: (job) => {
        const { file_id: id } = importOrder.parse(job.input);
        // The person may have lost the right in the meantime.
        const context = systemContext(job.context.tenantId);
        return parts.database.inTenant(context, (tx) => dropFile(tx, id), { role: 'writer' });
      },
    },
  };
}

interface Import extends ImportParts {
  readonly job: Job;
  readonly order: ImportOrder;
  readonly entity: Entity;
  readonly table: Table;
  readonly seesPrices: boolean;
}

/**
 * Checks as the person's reader and writes as writer in one transaction: either all rows of the file with their
 * audit, or only a question: about wrong lines, about open documents that use the changed rows (PROC-43), or about
 * many rows with changed booking fields (API-41).
 */
async function runImport(parts: ImportParts, job: Job, order: ImportOrder): Promise<ImportResult> {
  const declared = parts.entities.get(order.entity);
  if (!declared || !hasRole(job.context, 'user-admin')) throw new Refused(refuse('permission_denied'));
  const entity = sheetEntity(declared);
  const table = tableOf(parts.model, entity.table);
  const seesPrices = hasRole(job.context, 'user-price');
  const run: Import = { ...parts, job, order, entity, table, seesPrices };
  const { database, model } = parts;
  try {
    return await database.inTenant(job.context, (tx) => importFile(tx, run));
  } catch (error) {
    if (error instanceof Unanswered) {
      const { result, wrong } = error;
      return await database.inTenant(job.context, (tx) => withReport(tx.as('writer'), run, result, wrong));
    }
    // Wait in the queue for another writer of the table.
    if (isTurnOfAnother(error))
      throw new NotYet(`another import or save of ${order.entity} goes on`, { cause: error });
    const refusal = refusalOf(error, model);
    throw refusal ? new Refused(refusal) : error;
  }
}

type Counted = Omit<ImportResult, 'report_file_id' | 'first_problems' | 'problems'>;

/** Rolls back the import because a person has to confirm first. The file is kept until the answer. */
class Unanswered extends Error {
  readonly result: Counted;
  readonly wrong: WrongLines;

  constructor(result: Counted, wrong: WrongLines) {
    super('the import asks');
    this.result = result;
    this.wrong = wrong;
  }
}

async function importFile(tx: Tx, run: Import): Promise<ImportResult> {
  const { order, entity } = run;
  await takeBulkTurn(tx, run.table.name);
  const { bytes } = await readFile(tx, order.file_id);
  const content = orRefuse(csvText(bytes));
  const [head, ...rows] = orRefuse(csvRows(content, order.separator ?? csvSeparator(content)));
  const named = order.columns ?? matchedColumns(head?.cells ?? [], fieldTitles(entity));
  const columns = named.map((name) => (name !== null && isImported(run, name) ? name : null));
  if (!columns.some((name) => name !== null && name !== idColumn)) {
    throw new Refused(refuse('validation_failed', { field: 'file', values: { rule: 'csv_head' } }));
  }
  const plan = await planned(tx, run, rows, columns);
  const wrongOf = (problems: readonly CsvProblem[]): WrongLines => ({
    entity,
    columns,
    head: head?.cells ?? [],
    problems,
  });
  const writer = tx.as('writer');
  const { refused, isCut } = await write(writer, run, plan);
  const problems = [...plan.problems, ...refused].toSorted((left, other) => left.at - other.at);
  const result = { ...countsOf(plan, problems), unchanged: plan.unchanged };
  const { twin_names, reached, ...notes } = await writer.one<Told>(toldSql);
  const many = order.waiting_told ? 0 : await manyRows(writer, run);
  const questions: Questions = {
    ...(problems.length > 0 && !order.right_only && { right_lines: result.added + result.changed }),
    ...(notes.documents_waiting &&
      !order.waiting_told && { documents_waiting: notes.documents_waiting, reached: reached ?? [] }),
    ...(many > 0 && { many_rows: many }),
  };
  // Whether the unchecked lines are right is unknown.
  const asked: Questions = isCut ? { right_lines: 0, is_cut: true } : questions;
  if (Object.keys(asked).length > 0)
    throw new Unanswered({ ...result, ...nothingDone, ...asked }, wrongOf(problems));
  await dropFile(writer, order.file_id);
  const done = { ...result, ...saidNotes(notes), ...(twin_names !== null && { twin_names }) };
  return await withReport(writer, run, done, wrongOf(problems));
}

/** Questions to be answered before a file is imported. */
type Questions = Pick<Counted, 'right_lines' | 'is_cut' | 'documents_waiting' | 'reached' | 'many_rows'>;

interface Told extends ChangeNotes {
  readonly twin_names: string[] | null;
  /** The changed rows that open documents may use. */
  readonly reached: readonly RetiredRows[] | null;
}

const toldSql = `select ${notesSql}, nullif(current_setting('app.twin_names', true), '')::jsonb as twin_names,
  (select json_agg(json_strip_nulls(row_to_json(r))) from app.reached_rows() r) as reached`;

/** The number of changed rows that need a confirmation (API-41). */
async function manyRows(writer: Tx, { questions, table }: Import): Promise<number> {
  const question = questions.get(table.name);
  const asked = question && (await writer.maybeOne<{ values: { count: number } }>(question.sql));
  return asked?.values.count ?? 0;
}

const nothingDone = { added: 0, changed: 0 };

/** The objects of the lines without problems. */
function rightOf({ changes }: CsvPlan, problems: readonly CsvProblem[]): readonly Row[] {
  const wrong = new Set(problems.map(({ row }) => row.line));
  return changes.objects.filter((_, place) => {
    const line = changes.lines[place];
    return line !== undefined && !wrong.has(line);
  });
}

function countsOf(plan: CsvPlan, problems: readonly CsvProblem[]): { added: number; changed: number } {
  const objects = rightOf(plan, problems);
  const added = objects.filter(({ id }) => id === undefined).length;
  return { added, changed: objects.length - added };
}

async function withReport(
  writer: Tx,
  run: Import,
  result: Counted,
  wrong: WrongLines,
): Promise<ImportResult> {
  const problems = wrong.problems.length;
  if (problems === 0) return { ...result, problems, report_file_id: null };
  const first_problems = firstProblems(wrong, run.job.context.language);
  return { ...result, problems, first_problems, report_file_id: await keepReport(writer, run, wrong) };
}

/** Shares of the progress in percent: reading, validating; writing is the rest. */
const share = { read: 5, judged: 30 };

async function planned(tx: Tx, run: Import, rows: readonly CsvRow[], columns: CsvColumns): Promise<CsvPlan> {
  const { entity, job } = run;
  const typing = await typingOf(tx, run, columns);
  const stored = await storedLines(tx, run, rows, columns);
  await job.progress(share.read);
  const lines: CsvLine[] = [];
  const judge = new Judge(entity);
  const parts: Changes[] = [];
  await inTurns(csvLines(rows, columns, stored, typing, stored.length), (piece) => {
    lines.push(...piece);
    const added = piece.map(({ line }) => line);
    judge.problems(added);
    parts.push(changesOf(entity, added));
  });
  const plan = csvPlan(entity, lines, stored, { judge, changes: allChanges(parts) });
  await job.progress(share.judged);
  return plan;
}

function isImported({ entity, seesPrices }: Import, name: string): boolean {
  const field = entity.fields[name];
  return name === idColumn || (field !== undefined && !field.computed && (seesPrices || !field.price));
}

/** The titles that a column may have, in all languages. */
function fieldTitles({ table, sheet }: Entity): readonly CsvField[] {
  const fields = sheet.map((name) => ({
    name,
    titles: languages.map((language) => text(language, fieldLabelKey(table, name))),
  }));
  return [...fields, { name: idColumn, titles: languages.map((language) => text(language, 'table.id')) }];
}

/** Reads numbers and days in the format of the file, names in the person's language. */
async function typingOf(tx: Tx, run: Import, columns: CsvColumns): Promise<Typing> {
  const { entity, job, order, clock } = run;
  const { language } = job.context;
  const lookups = new Map<string, Lookup>();
  for (const name of columns) {
    const found = name === null ? undefined : await lookupOf(tx, run, name, language);
    if (name !== null && found) lookups.set(name, found);
  }
  const settings = await tx.one<{ decimals: number; timeZone: string }>(
    'select default_decimal_places as decimals, app.time_zone() as "timeZone" from tenant',
  );
  const today = dayOfInstant(clock.now(), settings.timeZone);
  const readingOf = (name: string): Reading => {
    const input = entity.fields[name]?.kind.input;
    const options = lookups.get(name);
    const isMeasured = input === 'number' || input === 'day';
    return {
      language: isMeasured ? languageOfNumbers(order.numbers) : language,
      today,
      ...(options && { options }),
    };
  };
  const able = new Map(
    [...lookups]
      .filter(([name]) => entity.fields[name]?.among)
      .map(([name, { offered }]) => [name, new Set<unknown>(offered.map(({ value }) => value))]),
  );
  return { entity, settings, readingOf, isOffered: (name, value) => able.get(name)?.has(value) ?? true };
}

async function lookupOf(
  tx: Tx,
  { entity, entities, model }: Import,
  name: string,
  language: Language,
): Promise<Lookup | undefined> {
  const field = entity.fields[name];
  if (field?.references !== undefined) {
    const target = entities.get(field.references);
    const table = tableOf(model, field.references);
    return lookup(await readChoosable(tx, table, target?.label ?? ['name'], field.among ?? {}));
  }
  return (
    field?.choices &&
    lookup(
      field.choices.map((value) => ({
        value,
        name: choiceText({ table: entity.table, name, field }, value, (key) => text(language, key), language),
      })),
    )
  );
}

/** The stored rows that the file could match or repeat, as unedited lines. */
async function storedLines(
  tx: Tx,
  { entity, table, seesPrices }: Import,
  rows: readonly CsvRow[],
  columns: CsvColumns,
): Promise<readonly Line[]> {
  const rules = [...uniquesOf(entity).map(({ names }) => names), ...recognisedBy(entity, columns)];
  const fields = new Set(
    rules.flatMap((names) =>
      names.filter((name) => columns.includes(name) && isText(entity, name)).slice(-1),
    ),
  );
  const wanted = [...fields].map((field): Wanted => {
    const place = columns.indexOf(field);
    const { kind } = entity.fields[field] ?? {};
    const texts = rows.map(({ cells }) =>
      String(kind?.normal(unguarded(cells[place] ?? '')) ?? '').toLowerCase(),
    );
    return { field, texts: [...new Set(texts)] };
  });
  const readable = Object.entries(entity.fields)
    .filter(([, { kind, price }]) => kind.input !== 'secret' && (seesPrices || !price))
    .map(([name]) => name);
  const found = await readStored(tx, entity, table, readable, wanted);
  return await mappedInTurns(found, (row, key) => storedLine(key, row));
}

function isText({ fields }: Entity, name: string): boolean {
  return fields[name]?.kind.input === 'text';
}

/** The result of writing the right lines of a plan. */
interface Written {
  readonly refused: readonly CsvProblem[];
  /** Too many lines were refused; the remaining ones were not checked. */
  readonly isCut: boolean;
}

/** Writes the right lines except those that the database refuses. */
async function write(tx: Tx, { job, entity, access, model }: Import, plan: CsvPlan): Promise<Written> {
  const { changes, lines, problems } = plan;
  const left = 100 - share.judged;
  const wrong = await writeObjects(
    tx,
    {
      entity,
      tenantId: job.context.tenantId,
      writable: (name) => {
        const { insert, update } = tableAccess(access, 'admin', name);
        return { table: tableOf(model, name), insert, update };
      },
      problemsOf: (error) => problemsOfRow(error, entity, model),
      onProgress: (done) => job.progress(share.judged + left * done),
    },
    rightOf(plan, problems),
  );
  const byLine = new Map(lines.map((row) => [row.line, row]));
  const refused = wrong.flatMap(({ object, problems: found }) => {
    const line = changes.lines[changes.objects.indexOf(object)];
    const row = line && byLine.get(line);
    return row === undefined ? [] : found.map((problem) => ({ ...problem, at: row.at, row }));
  });
  return { refused, isCut: wrong.length >= mostRefused };
}

/** The problems that the database found in a row; undefined for errors about rights, locks or concurrent changes. */
function problemsOfRow(error: unknown, entity: Entity, model: Model): readonly FieldProblem[] | undefined {
  const refusal = refusalOf(error, model);
  const isOfRow =
    error instanceof pg.DatabaseError && (error.code?.startsWith('23') || error.column !== undefined);
  if (!refusal || !isOfRow || refusal.code === 'permission_denied') return undefined;
  const { code, values, field = '', problems = [{ field, code, ...(values && { values }) }] } = refusal;
  return problems.map((problem) => ({
    ...problem,
    field: problem.field in entity.fields ? problem.field : '',
  }));
}

async function keepReport(tx: Tx, { job, entity, seesPrices }: Import, wrong: WrongLines): Promise<string> {
  const { tenantId, userId, language } = job.context;
  return storeFile(tx, {
    tenantId,
    name: `${entity.table}_${text(language, 'import.report.file')}.csv`,
    mime: 'text/csv; charset=utf-8',
    bytes: Buffer.from(problemReport(wrong, language)),
    receivedBy: 'import',
    createdById: userId,
    showsAmounts: seesPrices && entity.sheet.some((name) => entity.fields[name]?.price),
  });
}

async function dropFile(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from file where id = $1', [id]);
}
