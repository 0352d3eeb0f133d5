import { useTranslation } from 'react-i18next';
import { type DocumentFields, longestOf } from '../../fields.ts';
import type { Problems } from '../draft/problems.ts';
import type { ChangeLine, LineFields, TypedLine } from './line-columns.ts';

export interface LineOnPage<Line> {
  readonly line: Line;
  /** The declared fields. */
  readonly fields: DocumentFields;
  readonly problems: Problems;
  readonly onChange: ChangeLine<Line>;
}

type Translate = (key: string, values: Readonly<Record<string, unknown>>) => string;

/** The fields of a line with their own labels. */
export function lineFields<Line extends TypedLine>(
  { line, fields, problems, onChange }: LineOnPage<Line>,
  t: Translate,
): LineFields<Line> {
  return (name, column = name) => ({
    label: t(`field.${column}`, {}),
    maxLength: longestOf(fields, column),
    error: problems.get(`${line.key}.${column}`),
    value: line[name],
    onChange: (value) => onChange([column], (present) => ({ ...present, [name]: value })),
  });
}

/** The fields as grid cells: the column heading is the visible label, and screen readers get the position. */
export function cellFields<Line extends TypedLine>(
  onPage: LineOnPage<Line>,
  position: number,
  t: Translate,
): LineFields<Line> {
  const field = lineFields(onPage, t);
  return (name, column = name) => {
    const { label, ...others } = field(name, column);
    return {
      ...others,
      name: `lines.${position - 1}.${column}`,
      label: t('document.line.field', { field: label, position }),
      isLabelHidden: true,
    };
  };
}

/** The input props of a line's fields, in details and cells. */
export function useLineFields<Line extends TypedLine>(onPage: LineOnPage<Line>, position: number) {
  const { t } = useTranslation();
  return { details: lineFields(onPage, t), cells: cellFields(onPage, position, t) };
}
