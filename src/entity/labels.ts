import type { Entity } from './entity.ts';

/** The text keys of declared things, built in one place. */

export function entityLabelKey(table: string, form: 'one' | 'many' | 'new' | 'create'): string {
  return `entity.${table}.${form}`;
}

export function fieldLabelKey(table: string, field: string): string {
  return `entity.${table}.field.${field}`;
}

/** The key of the text for an empty value, for fields with `saysEmpty`. */
export function emptyLabelKey(table: string, field: string): string {
  return `entity.${table}.empty.${field}`;
}

/** Roles have the same name wherever they are granted. */
export function choiceLabelKey(
  entity: Pick<Entity, 'table' | 'fields'>,
  field: string,
  value: string,
): string {
  if (entity.fields[field]?.wording === 'role') return `entity.role.${value}`;
  return `entity.${entity.table}.choice.${field}.${value}`;
}

export function tabLabelKey(table: string, tab: string): string {
  return `entity.${table}.tab.${tab}`;
}

export function sectionLabelKey(table: string, section: string): string {
  return `entity.${table}.section.${section}`;
}

export function markLabelKey(table: string, mark: string): string {
  return `entity.${table}.mark.${mark}`;
}

export function sectionHintKey(table: string, section: string): string {
  return `entity.${table}.section_hint.${section}`;
}
