import type { Language } from '../../src/base/language.ts';
import { choiceText } from '../../src/entity/choice-text.ts';
import type { Entity, Row } from '../../src/entity/entity.ts';
import type { Field } from '../../src/entity/field.ts';
import type { Value } from '../../src/entity/kind.ts';
import { fieldLabelKey } from '../../src/entity/labels.ts';
import { flatRow, sheetEntity, sheetSelection } from '../../src/entity/sheet/first-child.ts';
import { storedLine } from '../../src/entity/sheet/line.ts';
import { type Lookup, lookup } from '../../src/entity/sheet/lookup.ts';
import { type CsvColumn, sheetCsv } from '../../src/entity/sheet/sheet-csv.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { text } from '../../src/platform/server/texts.ts';
import type { Caller } from '../support/demo-api.ts';

const language: Language = 'de';

type Answer = Readonly<Record<string, Value>>;

/** The export of an entity's table view for a person who sees all of it. */
export async function exported(who: Pick<Caller, 'get'>, declared: Entity): Promise<string> {
  const entity = sheetEntity(declared);
  const fields = entity.sheet.flatMap((name) => {
    const field = entity.fields[name];
    return field === undefined || field.kind.input === 'secret' ? [] : [[name, field] as const];
  });
  const where = Object.entries(entity.constants).map(([name, value]) => `${name}: { _eq: ${String(value)} }`);
  const { rows } = await who.get<{ rows: readonly Answer[] }>(
    `{ rows: ${entity.table}(where: { ${where.join(' ')} }, order_by: { id: asc }) {
      id ${sheetSelection(
        entity,
        fields.map(([name]) => name),
      )} } }`,
  );
  const columns = await Promise.all(
    fields.map(async ([name, field]): Promise<CsvColumn> => {
      const options = await optionsOf(who, entity.table, name, field);
      return {
        name,
        title: text(language, fieldLabelKey(entity.table, name)),
        field,
        reading: { language, today: '2026-11-22', ...(options && { options }) },
      };
    }),
  );
  const lines = rows.map((row, key) => storedLine(key, normal(entity, flatRow(entity, row))));
  return sheetCsv(entity, columns, lines, text(language, 'table.id'));
}

function normal({ fields }: Entity, row: Row): Row {
  const values = Object.entries(row).map(([name, value]): [string, Value] => [
    name,
    value === null ? null : (fields[name]?.kind.normal(value) ?? value),
  ]);
  return Object.fromEntries(values);
}

async function optionsOf(
  who: Pick<Caller, 'get'>,
  table: string,
  name: string,
  field: Field,
): Promise<Lookup | undefined> {
  if (field.references !== undefined)
    return lookup(await choosable(who, field.references, field.among ?? {}));
  return (
    field.choices &&
    lookup(
      field.choices.map((value) => ({
        value,
        name: choiceText({ table, name, field }, value, (key) => text(language, key), language),
      })),
    )
  );
}

async function choosable(
  who: Pick<Caller, 'get'>,
  table: string,
  among: Readonly<Record<string, string | boolean | null>>,
) {
  const label = entities.get(table)?.label ?? ['name'];
  const { rows } = await who.get<{ rows: readonly Answer[] }>(
    `{ rows: ${table} { id active ${[...label, ...Object.keys(among)].join(' ')} } }`,
  );
  return rows.map((row) => {
    const texts = label.map((name) => String(row[name] ?? ''));
    const isAmong = Object.entries(among).every(([name, value]) => row[name] === value);
    return {
      value: Number(row.id),
      number: texts.slice(0, -1).join(' ') || null,
      name: texts.at(-1) ?? '',
      isRetired: row.active === false || !isAmong,
    };
  });
}
