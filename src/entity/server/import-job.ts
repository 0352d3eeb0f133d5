import pg from 'pg';
import { type FieldProblem, type Question, Refused, refuse } from '../../base/refusal.ts';
import { tableAccess } from '../../graphql/access.ts';
import { type Model, tableOf } from '../../graphql/model.ts';
import { type ChangeNotes, noteExtensions, notesSql } from '../../graphql/server/answer.ts';
import { isTurnOfAnother, takeBulkTurn } from '../../graphql/server/bulk-turn.ts';
import { refusalOf } from '../../graphql/server/errors.ts';
import { hasRole } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import { inTurns } from '../../platform/server/fairness/in-turns.ts';
import { readFile, storeFile } from '../../platform/server/files/files.ts';
import { type Job, type JobHandlers, NotYet } from '../../platform/server/jobs/jobs.ts';
import { text } from '../../platform/server/texts.ts';
import type { RetiredRows } from '../draft.ts';
import type { Entity, Row } from '../entity.ts';
import { type ImportOrder, type ImportResult, importOrder } from '../import-order.ts';
import type { Reading } from '../kind.ts';
import { allChanges, type Changes, changesOf } from '../sheet/changes.ts';
import { type CsvLine, csvLines, idColumn } from '../sheet/csv-lines.ts';
import { type CsvPlan, type CsvProblem, csvPlan } from '../sheet/csv-plan.ts';
import { differencesOf } from '../sheet/differences.ts';
import { sheetEntity } from '../sheet/first-child.ts';
import { Judge } from '../sheet/judge.ts';
import type { Typing } from '../sheet/line.ts';
import { lostZeros } from '../sheet/lost-zeros.ts';
import { missingRows } from '../sheet/missing.ts';
import { type ImportFile, importFileOf } from './import-file.ts';
import { type Import, type ImportParts, isImported, storedLines, typingOf } from './import-reading.ts';
import { firstProblems, problemReport, type WrongLines } from './import-report.ts';
import { importJob } from './import-route.ts';
import { maxRefused, type Writing, writeObjects } from './import-store.ts';

/** The job that imports a CSV file (ADM-20). After a failure the file is kept, so that the person can try again. */
export function importJobs(parts: ImportParts): JobHandlers {
  return { [importJob]: (job) => runImport(parts, job, importOrder.parse(job.input)) };
}

/**
 * Checks as the person's reader and writes as writer in one transaction: either all rows of the file with their
 * audit, or only a question: about wrong lines, about open documents that use the changed rows (PROC-43), or about
 * the changed rows themselves (API-41).
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
  const file = importFileOf(bytes, order, entity, (name) => isImported(run, name));
  const { columns, head, rows } = file;
  if (!columns.some((name) => name !== null && name !== idColumn)) {
    throw new Refused(refuse('validation_failed', { field: 'file', values: { rule: 'csv_head' } }));
  }
  const created = order.create_missing ? await createMissing(tx, run, file) : {};
  const { plan, typing } = await planned(tx, run, file);
  const wrongOf = (problems: readonly CsvProblem[]): WrongLines => ({ entity, columns, head, problems });
  const writer = tx.as('writer');
  const { refused, isCut } = await write(writer, run, plan);
  const problems = [...plan.problems, ...refused].toSorted((left, other) => left.at - other.at);
  const zeros = lostZeros(entity, columns, rows);
  const result = {
    ...countsOf(plan, problems),
    unchanged: plan.unchanged,
    ...(Object.keys(created).length > 0 && { created }),
    ...(zeros.length > 0 && { lost_zeros: zeros }),
  };
  const { twin_names, reached, ...notes } = await writer.one<Reported>(reportedSql);
  const questions = await questionsOf(writer, run, { result, plan, problems, isCut, notes, reached, typing });
  if (Object.keys(questions).length > 0)
    throw new Unanswered({ ...result, ...nothingDone, ...questions }, wrongOf(problems));
  await dropFile(writer, order.file_id);
  const done = { ...result, ...noteExtensions(notes), ...(twin_names !== null && { twin_names }) };
  return await withReport(writer, run, done, wrongOf(problems));
}

/** Questions to be answered before a file is imported. */
type Questions = Pick<
  Counted,
  'right_lines' | 'is_cut' | 'documents_waiting' | 'reached' | 'question' | 'differences'
>;

interface Tried extends Pick<Reported, 'reached'> {
  readonly result: Pick<Counted, 'added' | 'changed'>;
  readonly plan: CsvPlan;
  readonly problems: readonly CsvProblem[];
  readonly isCut: boolean;
  readonly notes: ChangeNotes;
  readonly typing: Typing;
}

/** The questions and differences that a person must confirm before these changes are saved. */
async function questionsOf(writer: Tx, run: Import, tried: Tried): Promise<Questions> {
  const { order, entity, job } = run;
  const { result, plan, problems, notes, reached, typing } = tried;
  // Whether the unchecked lines are right is unknown.
  if (tried.isCut) return { right_lines: 0, is_cut: true };
  const question = order.waiting_told ? undefined : await questionOf(writer, run);
  const inOwnLanguage = (name: string): Reading => ({
    ...typing.readingOf(name),
    language: job.context.language,
    decimals: typing.settings.decimals,
  });
  const differences = order.show_differences && differencesOf(entity, plan.lines, inOwnLanguage);
  return {
    ...(problems.length > 0 && !order.right_only && { right_lines: result.added + result.changed }),
    ...(notes.documents_waiting &&
      !order.waiting_told && { documents_waiting: notes.documents_waiting, reached: reached ?? [] }),
    ...(question && { question }),
    ...(differences && differences.count > 0 && { differences }),
  };
}

interface Reported extends ChangeNotes {
  readonly twin_names: string[] | null;
  /** The changed rows that open documents may use. */
  readonly reached: readonly RetiredRows[] | null;
}

const reportedSql = `select ${notesSql}, nullif(current_setting('app.twin_names', true), '')::jsonb as twin_names,
  (select json_agg(json_strip_nulls(row_to_json(r))) from app.reached_rows() r) as reached`;

/** The question about the changed rows, if there is one (API-41). */
async function questionOf(writer: Tx, { questions, table }: Import): Promise<ImportResult['question']> {
  const question = questions.get(table.name);
  const asked = question && (await writer.maybeOne<Pick<Question, 'values'>>(question.sql));
  return asked && { code: question.code, values: asked.values };
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

async function planned(
  tx: Tx,
  run: Import,
  file: ImportFile,
): Promise<{ readonly plan: CsvPlan; readonly typing: Typing }> {
  const { entity, job } = run;
  const typing = await typingOf(tx, run, file);
  const stored = await storedLines(tx, run, file);
  await job.progress(share.read);
  const lines: CsvLine[] = [];
  const judge = new Judge(entity);
  const parts: Changes[] = [];
  await inTurns(csvLines(file.rows, file.columns, stored, typing, stored.length), (piece) => {
    lines.push(...piece);
    const added = piece.map(({ line }) => line);
    judge.problems(added);
    parts.push(changesOf(entity, added));
  });
  const plan = csvPlan(entity, lines, stored, { judge, changes: allChanges(parts) });
  await job.progress(share.judged);
  return { plan, typing };
}

/** Creates the rows of other tables that the file names (SHEET-19); returns their numbers by table. */
async function createMissing(
  tx: Tx,
  run: Import,
  file: ImportFile,
): Promise<Readonly<Record<string, number>>> {
  const typing = await typingOf(tx, run, file);
  const missing = missingRows(typing, run.entities, file.rows, file.columns);
  const created: Record<string, number> = {};
  for (const { target, rows } of missing) {
    const wrong = await writeObjects(tx.as('writer'), writingOf(run, target), [...rows.values()]);
    created[target.table] = rows.size - wrong.length;
  }
  return created;
}

/** The result of writing the right lines of a plan. */
interface Written {
  readonly refused: readonly CsvProblem[];
  /** Too many lines were refused; the remaining ones were not checked. */
  readonly isCut: boolean;
}

/** Writes the right lines except those that the database refuses. */
async function write(tx: Tx, run: Import, plan: CsvPlan): Promise<Written> {
  const { changes, lines, problems } = plan;
  const left = 100 - share.judged;
  const writing = {
    ...writingOf(run, run.entity),
    onProgress: (done: number) => run.job.progress(share.judged + left * done),
  };
  const wrong = await writeObjects(tx, writing, rightOf(plan, problems));
  const byLine = new Map(lines.map((row) => [row.line, row]));
  const refused = wrong.flatMap(({ object, problems: found }) => {
    const line = changes.lines[changes.objects.indexOf(object)];
    const row = line && byLine.get(line);
    return row === undefined ? [] : found.map((problem) => ({ ...problem, at: row.at, row }));
  });
  return { refused, isCut: wrong.length >= maxRefused };
}

function writingOf({ job, access, model }: Import, entity: Entity): Writing {
  return {
    entity,
    tenantId: job.context.tenantId,
    writable: (name) => {
      const { insert, update } = tableAccess(access, 'admin', name);
      return { table: tableOf(model, name), insert, update };
    },
    problemsOf: (error) => problemsOfRow(error, entity, model),
    onProgress: () => Promise.resolve(),
  };
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
