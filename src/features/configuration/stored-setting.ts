import { isAmount } from '../../base/money.ts';
import type { Row } from '../../entity/entity.ts';
import type { Field } from '../../entity/field.ts';
import type { Value } from '../../entity/kind.ts';
import { keyFields } from './settings.ts';

/** A row of `configuration`: `model` is the type of `value`; persons have their own column (DATA-01). */
export interface StoredSetting {
  readonly key: string;
  readonly model: string;
  readonly value: string | null;
  readonly lb_user_id: number | null;
}

const fields: Readonly<Record<string, Field>> = keyFields;

/** The value of a setting; undefined for an undeclared key. */
export function settingValue({ key, value, lb_user_id }: StoredSetting): Value | undefined {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (!field) return undefined;
  switch (field.kind.input) {
    case 'reference':
      return lb_user_id;
    case 'flag':
      return value === null ? null : value === 'true' || (value === 'false' ? false : value);
    case 'choices':
      return value === null ? null : value.split(',').filter((one) => one !== '');
    case 'number':
      return value !== null && isAmount(value) ? Number(value) : value;
    default:
      return value;
  }
}

export function storedSetting(key: string, value: Value): StoredSetting {
  const field = fields[key];
  if (!field) throw new RangeError(`unknown setting ${key}`);
  const { input } = field.kind;
  if (input === 'reference')
    return { key, model: 'lb_user', value: null, lb_user_id: value as number | null };
  const models: Readonly<Record<string, string>> = { flag: 'boolean', number: 'number', day: 'date' };
  const text = value === null ? null : String(value);
  return { key, model: models[input] ?? 'string', value: text, lb_user_id: null };
}

/** All settings in `configuration`, with the initial values of the unset ones. */
export function settingsOf(rows: readonly StoredSetting[]): Row {
  const stored = new Map(rows.map((row) => [row.key, settingValue(row)]));
  return Object.fromEntries(
    Object.entries(fields).map(([key, { initial = null }]) => [key, stored.get(key) ?? initial]),
  );
}
