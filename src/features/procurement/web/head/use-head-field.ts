import { useTranslation } from 'react-i18next';
import { longestOf } from '../../../../document/fields.ts';
import type { Problems } from '../../../../document/web/draft/problems.ts';
import { procurementFields } from '../../fields.ts';
import { requiredOnSubmit } from '../../required-fields.ts';
import type { HeadDraft } from '../draft/draft.ts';

/** The head as its fields see and change it. */
export interface EditedHead {
  readonly head: HeadDraft;
  readonly problems: Problems;
  /** Changes the head; `fields` names what was typed, so that its errors vanish. */
  readonly onChange: (change: (head: HeadDraft) => HeadDraft, fields: readonly string[]) => void;
}

/**
 * What a field of the head hands to its input; `column` is its name for the server where that differs. The rules and
 * the company say whether it is required (VAL-06, VAL-11).
 */
export function useHeadField({ head, problems, onChange }: EditedHead) {
  const { t } = useTranslation();
  const required = new Set<string>([...requiredOnSubmit, ...(head.client?.requiredFields ?? [])]);
  return <Name extends keyof HeadDraft>(name: Name, column: string = name) => ({
    name: `head.${column}`,
    label: t(`field.${column}`),
    required: required.has(column),
    maxLength: longestOf(procurementFields, column),
    error: problems.get(`head.${column}`),
    value: head[name],
    onChange: (value: HeadDraft[Name]): void =>
      onChange((present) => ({ ...present, [name]: value }), [column]),
  });
}
