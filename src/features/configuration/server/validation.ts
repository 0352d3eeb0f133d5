import { type FieldProblem, refuse } from '../../../base/refusal.ts';
import { fieldProblems } from '../../../entity/problems.ts';
import type { RowValidation, RowValidations } from '../../../graphql/server/validation.ts';
import { keyFields } from '../settings.ts';
import { type StoredSetting, settingValue } from '../stored-setting.ts';

/** VAL-39: only declared settings are accepted; those of the tenant are validated by their declaration. */
const ofKeys: RowValidation = (rows) => {
  const problems = rows.flatMap((row): readonly FieldProblem[] => {
    const { key, client_id } = row as unknown as StoredSetting & { readonly client_id: number | null };
    const value = settingValue(row as unknown as StoredSetting);
    if (value === undefined) return [{ field: 'key', code: 'invalid_type', values: { type: 'key' } }];
    if (client_id !== null) return [];
    const field = keyFields[key as keyof typeof keyFields];
    return fieldProblems({ [key]: { ...field, required: false } }, { [key]: value });
  });
  return problems.length === 0 ? undefined : refuse('validation_failed', { problems });
};

export const configurationValidations: RowValidations = new Map([['configuration', ofKeys]]);
