import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entity, Row } from '../../src/entity/entity.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { someOf } from '../support/depth.ts';
import { exported } from './exports.ts';
import { filledValues, together } from './filled-values.ts';
import { type ImportSetup, openImports } from './imports.ts';
import { insertedRows, namedRow } from './named-rows.ts';

let setup: ImportSetup;
/** Three rows of one name for each table with repeatable names, the last of them deactivated; else any three. */
const twins = new Map<string, readonly number[]>();

/** Texts that look like something else in a spreadsheet program or in a CSV file. */
const hostile = [
  '=1+1',
  "'=1+1",
  '@SUM(A1)',
  '-5',
  "'-5",
  '+49',
  '0',
  "'",
  '"Zitat"; halb',
  'ende;',
  'a\tb',
  'Größe «XL», 100 %',
  '#12',
];

beforeAll(async () => {
  setup = await openImports();
  await setup.demo.web.sql(
    "insert into configuration (tenant_id, key, value) values ($1, 'module_permissions', 'true')",
    [setup.admin.context.tenantId],
  );
  const known = new Map<string, number>();
  for (const entity of entities.values()) {
    const rows = [0, 1, 2].map((place) => named(entity, 'Doppelt', place));
    const ids = await insert(entity, rows);
    twins.set(entity.table, ids);
    known.set(entity.table, ids[0] ?? 0);
  }
  for (const entity of entities.values()) {
    const full = { ...filledValues(entity.fields, known), ...together[entity.table] };
    await insert(entity, [
      ...hostile.map((text, place) => ({
        ...full,
        ...named(entity, text, 10 + place),
        ...texts(entity, text, place),
        ...together[entity.table],
      })),
      ...pointing(entity),
    ]);
  }
  for (const { table } of entities.values()) {
    await setup.admin.get(
      `mutation ($id: bigint!) { update_${table}_by_pk(pk_columns: { id: $id }, _set: { active: false }) { id } }`,
      { id: twins.get(table)?.[2] },
    );
  }
});
afterAll(() => setup.close());

const insert = ({ table }: Entity, rows: readonly Row[]) => insertedRows(setup.admin, table, rows);
const named = (entity: Entity, name: string, place: number) =>
  namedRow(entity, name, place, (table) => twins.get(table)?.[0] ?? null);

/** The text in every field that accepts it, with a line end in multi-line fields, and in some languages. */
function texts({ fields }: Entity, text: string, place: number): Row {
  const all = Object.entries(fields).flatMap(([name, { kind, unique }]) => {
    const value = kind.input === 'long-text' ? `${text}\r\n${text}\n\nEnde` : text;
    const isTaken =
      ['text', 'long-text'].includes(kind.input) && !unique && kind.problem(value) === undefined;
    return isTaken ? [[name, value] as const] : [];
  });
  const languages =
    [
      ['de', 'en'],
      ['en', 'de'],
      ['it', 'cz'],
    ][place % 3] ?? [];
  const translations = languages.map((lang) => ({ lang, name: `${text} ${lang}` }));
  return { ...Object.fromEntries(all), ...('translations' in fields && { translations }) } as Row;
}

/** An auditor has a company, and no other right (ARC-04). */
const auditor: Row = {
  roles: ['user-auditor'],
  auditor_from: '2024-01-01',
  auditor_until: '2025-12-31',
  auditor_ends_on: '2026-12-31',
};

/** A row for each reference to each of the three rows of one name. */
function pointing(entity: Entity): readonly Row[] {
  return Object.entries(entity.fields).flatMap(([field, { references }], column) =>
    (references === undefined ? [] : (twins.get(references) ?? [])).map((id, place) => ({
      ...named(entity, `Zeigt ${field} ${place}`, 100 + column * 3 + place),
      [field]: id,
      ...(field === 'auditor_client_id' && auditor),
    })),
  );
}

describe('SHEET-14 ADM-20 exported rows are imported again unchanged', () => {
  test.each([...entities.values()].map((entity) => [entity.table, entity] as const))(
    '%s',
    async (table, entity) => {
      const before = await exported(setup.admin, entity);
      for (const text of ['Doppelt', '=1+1', 'Größe «XL»']) expect(before).toContain(text);
      const { state, result, error } = await setup.run(table, before);
      expect({ state, error }).toEqual({ state: 'done', error: null });
      expect(result.report_file_id ? await setup.report(result) : []).toEqual([]);
      expect(result).toMatchObject({ added: 0, changed: 0, problems: 0 });
      expect(result.unchanged).toBeGreaterThan(hostile.length);
      expect(await exported(setup.admin, entity)).toBe(before);
    },
  );
});

describe('SHEET-21 a file sent twice adds its rows once', () => {
  test.each(someOf([...entities.values()], 4).map((entity) => [entity.table, entity] as const))(
    '%s, at the same time and later',
    async (table, entity) => {
      const rows = ['Zweimal', 'Nochmal'].map((name, place) => named(entity, name, 400 + place));
      const ids = await insert(entity, rows);
      const [head, ...lines] = (await exported(setup.admin, entity)).trimEnd().split('\r\n');
      const file = [head, ...lines.slice(-rows.length)].join('\r\n');
      await setup.admin.get(
        `mutation ($ids: [bigint!]!) { delete_${table}(where: { id: { _in: $ids } }) { affected_rows } }`,
        { ids },
      );
      const answers = await Promise.all([setup.run(table, file), setup.run(table, file)]);
      answers.push(await setup.run(table, file));
      expect(answers.map(({ error }) => error)).toEqual([null, null, null]);
      const added = answers.map(({ result }) => result.added);
      expect(added.toSorted()).toEqual([0, 0, rows.length]);
      expect(answers.map(({ result }) => result.problems)).toEqual([0, 0, 0]);
    },
  );
});
