import { useTranslation } from 'react-i18next';
import { type DocumentFields, longestOf } from '../../fields.ts';
import type { Problems } from '../draft/problems.ts';

/** The head of a document as its fields see and change it. */
export interface EditedHead<Head> {
  readonly head: Head;
  /** As they are declared. */
  readonly fields: DocumentFields;
  /** The columns that have to be filled (VAL-06, VAL-11). */
  readonly required: ReadonlySet<string>;
  /** The columns that are shown and not changed, such as what was signed (CON-38). */
  readonly closed?: ReadonlySet<string>;
  readonly problems: Problems;
  /** The text of a label where it is not `field.{column}`. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Changes the head; `fields` names what was typed, so that its errors vanish. */
  readonly onChange: (change: (head: Head) => Head, fields: readonly string[]) => void;
}

/** What a field of the head hands to its input; `column` is its name for the server where that differs. */
export function useHeadField<Head>({
  head,
  fields,
  required,
  closed,
  problems,
  labels,
  onChange,
}: EditedHead<Head>) {
  const { t } = useTranslation();
  return <Name extends keyof Head & string>(name: Name, column: string = name) => ({
    name: `head.${column}`,
    label: labels?.[column] ?? t(`field.${column}`),
    required: required.has(column),
    ...(closed?.has(column) && { disabled: true }),
    maxLength: longestOf(fields, column),
    error: problems.get(`head.${column}`),
    value: head[name],
    onChange: (value: Head[Name]): void => onChange((present) => ({ ...present, [name]: value }), [column]),
  });
}
