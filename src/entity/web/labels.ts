import type { TFunction } from 'i18next';
import type { Language } from '../../base/language.ts';
import { amountOf } from '../../base/money.ts';
import type { FieldProblem, RefusalValue } from '../../base/refusal.ts';
import { formatNumber } from '../../base/typed-number.ts';
import { choiceText } from '../choice-text.ts';
import type { Field } from '../field.ts';
import { problemKey } from '../problem-key.ts';

/** A field with the table and the name under which it is declared. */
export interface NamedField {
  readonly table: string;
  readonly name: string;
  readonly field: Field;
}

/** What one of the values of a choice is called; standards name countries, currencies and languages. */
export function choiceLabel(named: NamedField, value: string, t: TFunction, language: Language): string {
  return choiceText(named, value, (key) => t(key), language);
}

/** What is wrong with a value, as it stands below its field or beside its cell. */
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
