import { isDay } from '../../base/day.ts';
import { isAmount } from '../../base/money.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { type Children, type Entity, entity, type Row } from '../../entity/entity.ts';
import { choice } from '../../entity/kinds/chosen.ts';
import { text } from '../../entity/kinds/text.ts';
import { globalTypes } from './model.ts';

const longestValue = 4000;

/** Configuration values of the whole installation, by key (DATA-02). */
export const globalValues: Children = {
  table: 'global_configuration',
  owner: 'installation',
  fields: {
    key: text({ required: true, unique: ['installation'], max: 100 }),
    label: text(),
    group: text(),
    type: choice(globalTypes, { required: true, initial: 'string' }),
    value: text({ max: longestValue }),
  },
  columns: ['key', 'label', 'group', 'type', 'value'],
  order: ['group', 'key'],
  unstamped: true,
  check: valueProblems,
};

/** A value must match its type. */
function valueProblems({ type, value }: Row): readonly FieldProblem[] {
  if (typeof value !== 'string' || isOfType(value, String(type))) return [];
  return [{ field: 'value', code: 'invalid_type', values: { type: String(type) } }];
}

function isOfType(value: string, type: string): boolean {
  if (type === 'number') return isAmount(value);
  if (type === 'boolean') return value === 'true' || value === 'false';
  if (type === 'date') return isDay(value);
  return type !== 'json' || isJson(value);
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** All values as one record with a normal form (OP-12). */
export const globalConfiguration: Entity = entity(
  'global_configuration',
  {},
  {
    route: 'global-configuration',
    label: [],
    list: [],
    tabs: [{ name: 'values', parts: [{ section: 'values', hint: true }, { children: 'values' }] }],
    children: { values: globalValues },
  },
);
