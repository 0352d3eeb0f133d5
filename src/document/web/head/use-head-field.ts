import { useTranslation } from 'react-i18next';

/** The head of a document as its fields see and change it. */
export interface EditedHead<Head> {
  readonly head: Head;
  /** The columns that have to be filled (VAL-06, VAL-11). */
  readonly required: ReadonlySet<string>;
  /** What is wrong, by `head.<column>`. */
  readonly problems: ReadonlyMap<string, string>;
  /** Changes the head; `fields` names what was typed, so that its errors vanish. */
  readonly onChange: (change: (head: Head) => Head, fields: readonly string[]) => void;
}

/** What a field of the head hands to its input; `column` is its name for the server where that differs. */
export function useHeadField<Head>({ head, required, problems, onChange }: EditedHead<Head>) {
  const { t } = useTranslation();
  return <Name extends keyof Head & string>(name: Name, column: string = name) => ({
    name: `head.${column}`,
    label: t(`field.${column}`),
    required: required.has(column),
    error: problems.get(`head.${column}`),
    value: head[name],
    onChange: (value: Head[Name]): void => onChange((present) => ({ ...present, [name]: value }), [column]),
  });
}
