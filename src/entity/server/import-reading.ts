import { dayOfInstant } from '../../base/day.ts';
import type { Language } from '../../base/language.ts';
import type { Access } from '../../graphql/access.ts';
import { type Model, type Table, tableOf } from '../../graphql/model.ts';
import type { ChangeQuestions } from '../../graphql/server/engine.ts';
import type { Clock } from '../../platform/server/clock.ts';
import type { Database, Tx } from '../../platform/server/database.ts';
import { mappedInTurns } from '../../platform/server/fairness/in-turns.ts';
import type { Job } from '../../platform/server/jobs/jobs.ts';
import { text } from '../../platform/server/texts.ts';
import { choosableChoices } from '../choosable-choices.ts';
import type { Entity } from '../entity.ts';
import type { ImportOrder } from '../import-order.ts';
import type { Reading } from '../kind.ts';
import { languageOfNumbers } from '../sheet/csv-columns.ts';
import { idColumn, recognisedBy } from '../sheet/csv-lines.ts';
import { type Line, storedLine, type Typing } from '../sheet/line.ts';
import { type Lookup, lookup } from '../sheet/lookup.ts';
import { uniquesOf } from '../unique.ts';
import { type ImportFile, textsOf } from './import-file.ts';
import { readChoosable, readStored, readTemplates, type Wanted } from './import-store.ts';

export interface ImportParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly access: Access;
  readonly model: Model;
  /** Questions about changes, by table (API-41). */
  readonly questions: ChangeQuestions;
}

/** A running import. */
export interface Import extends ImportParts {
  readonly job: Job;
  readonly order: ImportOrder;
  readonly entity: Entity;
  readonly table: Table;
  readonly seesPrices: boolean;
}

/** Whether the file may fill a field, and the person sees it. */
export function isImported({ entity, seesPrices }: Import, name: string): boolean {
  const field = entity.fields[name];
  return name === idColumn || (field !== undefined && !field.computed && (seesPrices || !field.price));
}

/** Reads numbers and days in the format of the file, names in the person's language. */
export async function typingOf(
  tx: Tx,
  run: Pick<Import, 'entity' | 'entities' | 'model' | 'job' | 'clock'>,
  file: Pick<ImportFile, 'columns' | 'numbers' | 'days'>,
): Promise<Typing> {
  const { entity, job, clock } = run;
  const { language } = job.context;
  const lookups = new Map<string, Lookup>();
  for (const name of file.columns) {
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
      language: isMeasured ? languageOfNumbers(file.numbers) : language,
      today,
      isMonthFirst: file.days === 'month',
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
  { entity, entities, model }: Pick<Import, 'entity' | 'entities' | 'model'>,
  name: string,
  language: Language,
): Promise<Lookup | undefined> {
  const field = entity.fields[name];
  if (field?.references !== undefined) {
    const target = entities.get(field.references);
    const table = tableOf(model, field.references);
    return lookup(await readChoosable(tx, table, target?.label ?? ['name'], field.among ?? {}));
  }
  if (field?.choices === undefined) return undefined;
  const own =
    field.ownTemplates === undefined ? [] : await readTemplates(tx, tableOf(model, field.ownTemplates));
  const named = { table: entity.table, name, field };
  return lookup(choosableChoices(named, (key) => text(language, key), language, own));
}

/** The stored rows that the file could match or repeat, as unedited lines. */
export async function storedLines(
  tx: Tx,
  { entity, table, seesPrices }: Import,
  file: ImportFile,
): Promise<readonly Line[]> {
  const { columns } = file;
  const rules = [...uniquesOf(entity).map(({ names }) => names), ...recognisedBy(entity, columns)];
  const fields = new Set(
    rules.flatMap((names) =>
      names.filter((name) => columns.includes(name) && isText(entity, name)).slice(-1),
    ),
  );
  const wanted = [...fields].map((field): Wanted => ({ field, texts: textsOf(entity, file, field) }));
  const readable = Object.entries(entity.fields)
    .filter(([, { kind, price }]) => kind.input !== 'secret' && (seesPrices || !price))
    .map(([name]) => name);
  const found = await readStored(tx, entity, table, readable, wanted);
  return await mappedInTurns(found, (row, key) => storedLine(key, row));
}

function isText({ fields }: Entity, name: string): boolean {
  return fields[name]?.kind.input === 'text';
}
