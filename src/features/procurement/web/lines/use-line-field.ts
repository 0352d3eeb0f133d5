import { useTranslation } from 'react-i18next';
import { longestOf } from '../../../../document/fields.ts';
import type { Problems } from '../../../../document/web/draft/problems.ts';
import { lineFields } from '../../fields.ts';
import type { LineDraft } from '../draft/draft.ts';

/** Changes a line; `columns` names what was typed, as the server would name it. */
export type ChangeLine = (columns: readonly string[], next: (line: LineDraft) => LineDraft) => void;

/** A field of a line as its input takes it. */
export interface LineField<Name extends keyof LineDraft> {
  readonly label: string;
  /** Of a text. */
  readonly maxLength: number | undefined;
  readonly error: string | undefined;
  readonly value: LineDraft[Name];
  readonly onChange: (value: LineDraft[Name]) => void;
}

/** What a field of a line hands to its input; `column` is its name for the server where that differs. */
export function useLineField(line: LineDraft, problems: Problems, onChange: ChangeLine) {
  const { t } = useTranslation();
  return <Name extends keyof LineDraft>(name: Name, column: string = name): LineField<Name> => ({
    label: t(`field.${column}`),
    maxLength: longestOf(lineFields, column),
    error: problems.get(`${line.key}.${column}`),
    value: line[name],
    onChange: (value) => onChange([column], (present) => ({ ...present, [name]: value })),
  });
}
