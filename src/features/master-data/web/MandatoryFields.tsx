import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormFlags } from '../../../entity/kind.ts';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { useModules } from '../../../entity/web/use-modules.ts';
import { type MandatoryForm, mandatoryFields } from '../mandatory-fields.ts';
import classes from './MandatoryFields.module.css';

/** Which fields the company requires on which form (ADM-08). */
export function MandatoryFields({ draft, onChange }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const hasModule = useModules();
  const flags = (draft.values.required_fields ?? {}) as FormFlags;
  const forms = (Object.keys(mandatoryFields) as MandatoryForm[]).filter(hasModule);
  const set = (form: MandatoryForm, field: string, isRequired: boolean): void =>
    onChange('required_fields', { ...flags, [form]: { ...flags[form], [field]: isRequired } });
  return (
    <div className={classes.forms}>
      {forms.map((form) => (
        <fieldset key={form} className={classes.form}>
          <legend>{t(`entity.client.mandatory.form.${form}`)}</legend>
          {mandatoryFields[form].map((field) => (
            <Checkbox
              key={field}
              size="xs"
              label={t(`entity.client.mandatory.field.${field}`)}
              checked={flags[form]?.[field] === true}
              onChange={(event) => set(form, field, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
