import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormFlags } from '../../../entity/kind.ts';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { useModules } from '../../../entity/web/use-modules.ts';
import { CheckboxGroup, CheckboxGroups } from '../../../platform/web/kit/CheckboxGroup.tsx';
import { type MandatoryForm, mandatoryFields } from '../mandatory-fields.ts';

/** The mandatory fields of the company by form (ADM-08). */
export function MandatoryFields({ draft, onChange }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const hasModule = useModules();
  const flags = (draft.values.required_fields ?? {}) as FormFlags;
  const forms = (Object.keys(mandatoryFields) as MandatoryForm[]).filter(hasModule);
  const set = (form: MandatoryForm, field: string, isRequired: boolean): void =>
    onChange('required_fields', { ...flags, [form]: { ...flags[form], [field]: isRequired } });
  return (
    <CheckboxGroups>
      {forms.map((form) => (
        <CheckboxGroup
          key={form}
          legend={t(`entity.client.mandatory.form.${form}`)}
          options={mandatoryFields[form].map((field) => ({
            value: field,
            label: t(`entity.client.mandatory.field.${field}`),
            isChecked: flags[form]?.[field] === true,
          }))}
          onToggle={(field, isRequired) => set(form, field, isRequired)}
        />
      ))}
    </CheckboxGroups>
  );
}
