import type { TFunction } from 'i18next';
import type { Entity } from '../../entity.ts';
import type { Field } from '../../field.ts';
import type { InputName, Reading } from '../../kind.ts';
import { emptyLabelKey } from '../../labels.ts';
import type { Lookup } from '../../sheet/lookup.ts';

/** A column of the table view, as the grid shows it. */
export interface Column {
  readonly name: string;
  readonly title: string;
  readonly field: Field;
  /** Pixels. */
  readonly width: number;
  readonly isNumber: boolean;
  readonly isRequired: boolean;
  readonly reading: Reading;
  /** What it means that nothing stands in a cell, where that is said. */
  readonly empty?: string;
  /** What the drop-down offers. */
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

/** Files are uploaded, and the required fields of a company ticked, in the form. */
const onlyInForms: readonly InputName[] = ['file', 'form-flags'];

/** What decides which fields a person has in front of him. */
export interface Reader {
  readonly seesPrices: boolean;
  /** Without it only the name in the main language is edited (I18N-06). */
  readonly isMultilingual: boolean;
}

/** The fields that stand in the table view. */
export function sheetFields(entity: Entity, { seesPrices, isMultilingual }: Reader): readonly string[] {
  return entity.sheet.filter((name) => {
    const field = entity.fields[name];
    if (field === undefined || onlyInForms.includes(field.kind.input)) return false;
    return (seesPrices || !field.price) && (isMultilingual || field.kind.input !== 'translated');
  });
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
        width: Math.max(widths[field.kind.input] ?? usualWidth, Math.min(title.length * 7 + 24, 240)),
        isNumber: field.kind.input === 'number',
        isRequired: field.required === true,
        reading: readingOf(name),
        ...(offered && { lookup: offered }),
        ...(field.saysEmpty && { empty: t(emptyLabelKey(entity.table, name)) }),
      },
    ];
  });
}
