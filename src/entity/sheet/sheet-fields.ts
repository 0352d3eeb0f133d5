import type { Entity } from '../entity.ts';
import type { InputName } from '../kind.ts';

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
