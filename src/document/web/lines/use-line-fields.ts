import { useTranslation } from 'react-i18next';
import { type DocumentFields, longestOf } from '../../fields.ts';
import type { Problems } from '../draft/problems.ts';
import type { ChangeLine, LineFields, TypedLine } from './line-columns.ts';

export interface LineOnPage<Line> {
  readonly line: Line;
  /** As they are declared. */
  readonly fields: DocumentFields;
  readonly problems: Problems;
  readonly onChange: ChangeLine<Line>;
}

type Translate = (key: string, values: Readonly<Record<string, unknown>>) => string;

/** The fields of a line under their own labels. */
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

/** The same as cells: the column head shows the label, the position tells lines apart for readers. */
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

/** What the fields of a line hand to their inputs, in the details and in the cells. */
export function useLineFields<Line extends TypedLine>(onPage: LineOnPage<Line>, position: number) {
  const { t } = useTranslation();
  return { details: lineFields(onPage, t), cells: cellFields(onPage, position, t) };
}
