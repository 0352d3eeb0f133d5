import { useTranslation } from 'react-i18next';
import { type DocumentFields, longestOf } from '../../fields.ts';
import type { Problems } from '../draft/problems.ts';

/** The head of a document for its fields. */
export interface EditedHead<Head> {
  readonly head: Head;
  /** The declared fields. */
  readonly fields: DocumentFields;
  /** The required columns (VAL-06, VAL-11). */
  readonly required: ReadonlySet<string>;
  /** The read-only columns, such as signed ones (CON-38). */
  readonly closed?: ReadonlySet<string>;
  readonly problems: Problems;
  /** Labels that differ from `field.{column}`. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Hints below fields, by column. */
  readonly hints?: Readonly<Record<string, string>>;
  /** Changes the head; `fields` names the typed columns, whose errors then vanish. */
  readonly onChange: (change: (head: Head) => Head, fields: readonly string[]) => void;
}

/** The input props of a head field; `column` is its name on the server if different. */
export function useHeadField<Head>({
  head,
  fields,
  required,
  closed,
  problems,
  labels,
  hints,
  onChange,
}: EditedHead<Head>) {
  const { t } = useTranslation();
  return <Name extends keyof Head & string>(name: Name, column: string = name) => ({
    name: `head.${column}`,
    label: labels?.[column] ?? t(`field.${column}`),
    required: required.has(column),
    ...(closed?.has(column) && { disabled: true }),
    ...(hints?.[column] === undefined ? {} : { hint: hints[column] }),
    maxLength: longestOf(fields, column),
    error: problems.get(`head.${column}`),
    value: head[name],
    onChange: (value: Head[Name]): void => onChange((present) => ({ ...present, [name]: value }), [column]),
  });
}
