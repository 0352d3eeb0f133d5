import type { Language } from '../base/language.ts';
import { choiceText } from './choice-text.ts';
import type { Field } from './field.ts';
import { type RoleTemplate, templateValue } from './kinds/roles.ts';
import type { Choosable } from './sheet/lookup.ts';

/**
 * The values that a cell of a choice offers: its choices, and templates that stand for several of them (ADM-21), with
 * those of the tenant.
 */
export function choosableChoices(
  named: { readonly table: string; readonly name: string; readonly field: Field },
  t: (key: string) => string,
  language: Language,
  own: readonly RoleTemplate[] = [],
): readonly Choosable[] {
  const { choices = [], templates = {} } = named.field;
  return [
    ...choices.map((value) => ({ value, name: choiceText(named, value, t, language) })),
    ...Object.entries(templates).map(([template, rights]) => ({
      value: templateValue(rights),
      number: t('entity.rights.template'),
      name: t(`entity.rights.templates.${template}`),
    })),
    ...own.map(({ name, roles }) => ({
      value: templateValue(roles),
      number: t('entity.rights.own_template'),
      name,
    })),
  ];
}
