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

/** Files are uploaded and the required fields of a company are chosen in the form. */
const onlyInForms: readonly InputName[] = ['file', 'form-flags'];

/** The facts that decide which fields a person sees. */
export interface Reader {
  readonly seesPrices: boolean;
  /** Without it only the name in the main language is edited (I18N-06). */
  readonly isMultilingual: boolean;
}

/** The fields of the table view. */
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
        width: Math.max(usualWidthOf(entity, name, field), Math.min(title.length * 7 + 24, 240)),
        isNumber: field.kind.input === 'number',
        isRequired: field.required === true,
        isFixed: field.fixed === true,
        reading: readingOf(name),
        ...(offered && { lookup: offered }),
        ...(field.saysEmpty && { empty: t(emptyLabelKey(entity.table, name)) }),
      },
    ];
  });
}
