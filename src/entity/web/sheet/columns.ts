import type { TFunction } from 'i18next';
import type { Entity } from '../../entity.ts';
import type { Field } from '../../field.ts';
import type { InputName, Reading } from '../../kind.ts';
import { emptyLabelKey } from '../../labels.ts';
import type { Lookup } from '../../sheet/lookup.ts';

/** A column of the table view as the grid shows it. */
export interface Column {
  readonly name: string;
  readonly title: string;
  readonly field: Field;
  /** The default width in pixels. */
  readonly width: number;
  readonly isNumber: boolean;
  readonly isRequired: boolean;
  /** Set once: read-only in stored rows. */
  readonly isFixed: boolean;
  readonly reading: Reading;
  /** The text for an empty cell, if the field has one. */
  readonly empty?: string;
  /** The options of the drop-down. */
  readonly lookup?: Lookup;
}

const widths: Partial<Readonly<Record<InputName, number>>> = {
  'long-text': 240,
  number: 110,
  day: 110,
  flag: 90,
  choice: 150,
  choices: 220,
  reference: 210,
  secret: 120,
};
const usualWidth = 180;
const nameWidth = 240;

/** People search by the label, so its column is wider. */
function usualWidthOf({ label }: Entity, name: string, { kind }: Field): number {
  return name === label.at(-1) ? nameWidth : (widths[kind.input] ?? usualWidth);
}

export function columnsOf(
  entity: Entity,
  names: readonly string[],
  t: TFunction,
  readingOf: (name: string) => Reading,
  lookups: ReadonlyMap<string, Lookup>,
): readonly Column[] {
  return names.flatMap((name) => {
    const field = entity.fields[name];
    if (field === undefined) return [];
    const offered = lookups.get(name);
    const title = t(`entity.${entity.table}.field.${name}`);
    return [
      {
        name,
        title,
        field,
        width: Math.max(usualWidthOf(entity, name, field), Math.min(title.length * 7 + 24, 240)),
        isNumber: field.kind.input === 'number',
        isRequired: field.required === true,
        isFixed: field.fixed === true,
        reading: readingOf(name),
        ...(offered && { lookup: offered }),
        ...(field.saysEmpty === true && { empty: t(emptyLabelKey(entity.table, name)) }),
      },
    ];
  });
}
