import type { TFunction } from 'i18next';
import type { Language } from '../../base/language.ts';
import { amountOf } from '../../base/money.ts';
import type { FieldProblem, RefusalValue } from '../../base/refusal.ts';
import { formatNumber } from '../../base/typed-number.ts';
import { choiceText } from '../choice-text.ts';
import type { Field } from '../field.ts';
import { problemKey } from '../problem-key.ts';

/** A field with its declared table and name. */
export interface NamedField {
  readonly table: string;
  readonly name: string;
  readonly field: Field;
}

/** The text of a choice value; countries, currencies and languages are named by their standard. */
export function choiceLabel(named: NamedField, value: string, t: TFunction, language: Language): string {
  return choiceText(named, value, (key) => t(key), language);
}

/** The text of a problem, shown below its field or beside its cell. */
export function problemText(
  problem: Pick<FieldProblem, 'code' | 'values'>,
  t: TFunction,
  language: Language,
): string {
  const { key, values } = problemKey(problem);
  const shown = Object.entries(values).map(([name, value]): [string, RefusalValue] => [
    name,
    typeof value === 'number' ? formatNumber(amountOf(value), language) : value,
  ]);
  return t(key, Object.fromEntries(shown));
}
