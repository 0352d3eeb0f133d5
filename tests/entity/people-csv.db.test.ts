import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Language } from '../../src/base/language.ts';
import { choiceText } from '../../src/entity/choice-text.ts';
import type { Entity, Row } from '../../src/entity/entity.ts';
import type { Value } from '../../src/entity/kind.ts';
import { fieldLabelKey } from '../../src/entity/labels.ts';
import { storedLine } from '../../src/entity/sheet/line.ts';
import { lookup } from '../../src/entity/sheet/lookup.ts';
import { sheetCsv } from '../../src/entity/sheet/sheet-csv.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { grantableRoles, user } from '../../src/features/people/user.ts';
import { text } from '../../src/platform/server/texts.ts';
import { type ImportStage, openImports } from './imports.ts';

let stage: ImportStage;
const language: Language = 'de';

beforeAll(async () => {
  stage = await openImports();
});
afterAll(() => stage.close());

/** What the table view of an entity exports, of the rows that the administrator sees. */
async function exported(entity: Entity, where: string): Promise<string> {
  const { rows } = await stage.admin.get<{ rows: readonly Readonly<Record<string, Value>>[] }>(
    `{ rows: ${entity.table}(where: ${where}, order_by: { id: asc }) { id ${entity.sheet.join(' ')} } }`,
  );
  const columns = await Promise.all(
    entity.sheet.map(async (name) => {
      const field = entity.fields[name];
      if (field === undefined) throw new Error(`no field ${name}`);
      const options = field.references
        ? lookup(await choosable(field.references))
        : lookup(
            (field.choices ?? []).map((value) => ({
              value,
              name: choiceText(
                { table: entity.table, name, field },
                value,
                (key) => text(language, key),
                language,
              ),
            })),
          );
      return {
        name,
        title: text(language, fieldLabelKey(entity.table, name)),
        field,
        reading: { language, today: '2026-11-22', options },
      };
    }),
  );
  const lines = rows.map((row, key) => storedLine(key, normal(entity, row)));
  return sheetCsv(entity, columns, lines);
}

function normal({ fields }: Entity, row: Row): Row {
  const values = Object.entries(row).map(([name, value]): [string, Value] => [
    name,
    value === null ? null : (fields[name]?.kind.normal(value) ?? value),
  ]);
  return Object.fromEntries(values);
}

async function choosable(table: string) {
  const label = entities.get(table)?.label ?? ['name'];
  const { rows } = await stage.admin.get<{ rows: readonly Readonly<Record<string, string | number>>[] }>(
    `{ rows: ${table} { id ${label.join(' ')} } }`,
  );
  return rows.map((row) => {
    const texts = label.map((name) => String(row[name] ?? ''));
    return { value: Number(row.id), number: texts.slice(0, -1).join(' ') || null, name: texts.at(-1) ?? '' };
  });
}

test('SHEET-14 ADM-20 ROLE-04 people who are exported are imported again unchanged, whatever rights they hold', async () => {
  const { tenantId } = stage.admin.context;
  // One who holds every right that there is, one with one, one without: what one sees of each kind included.
  const held = [grantableRoles, ...grantableRoles.map((role) => [role]), []];
  for (const [place, roles] of held.entries()) {
    // ROLE-08: the dashboard needs prices.
    const all = roles.includes('user-dashboard') ? [...new Set([...roles, 'user-price'])] : roles;
    await stage.demo.web.sql(
      `insert into lb_user (tenant_id, email, name, roles, approval_limit) values ($1, $2, $3, $4, $5)`,
      [tenantId, `rechte${place}@demo.test`, `Rechte ${place}`, all, place === 0 ? '1234.50' : null],
    );
  }
  const before = await exported(user, '{ is_group: { _eq: false } }');
  expect(before).toContain('Bestellungen: eigene Firma');
  const { result } = await stage.run('lb_user', before);
  const report = result.report_file_id ? await stage.report(result) : [];
  expect(report).toEqual([]);
  expect(result).toMatchObject({ added: 0, changed: 0, problems: 0 });
  expect(result.unchanged).toBeGreaterThan(held.length);
  expect(await exported(user, '{ is_group: { _eq: false } }')).toBe(before);
});
