import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../entity/web/labels.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { focusFirstError } from '../../../platform/web/kit/form-focus.ts';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { selectionProblems } from '../selection.ts';
import classes from './Onboarding.module.css';
import { useOnboardingChoice } from './onboarding-data.ts';

const fields = ['name', 'address', 'zipcode', 'city', 'vat_number'] as const;
type CompanyText = Readonly<Record<(typeof fields)[number], string>>;
const empty: CompanyText = { name: '', address: '', zipcode: '', city: '', vat_number: '' };

/** A company with its address, initially used for invoices and deliveries. */
export function CompanyStep({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const choice = useOnboardingChoice();
  const [typed, setTyped] = useState(empty);
  const [isChecked, setChecked] = useState(false);
  const company = { ...typed, vat_number: typed.vat_number.trim() || null };
  const problems = isChecked ? selectionProblems({ company }) : [];
  /** Saves the company; `isLast` goes on to the next step, else another company can be entered. */
  const save = async (isLast: boolean): Promise<void> => {
    setChecked(true);
    if (selectionProblems({ company }).length > 0) {
      requestAnimationFrame(() => form.current && focusFirstError(form.current));
      return;
    }
    const state = await choice.mutateAsync({ mode: 'custom', selection: { company } }).catch(() => null);
    if (state === null) return;
    if (isLast) return onDone();
    toastSaved(t('onboarding.company.saved', { name: company.name }));
    setTyped(empty);
    setChecked(false);
    form.current?.querySelector('input')?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save(true);
  };
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      <p className={classes.hint}>{t('onboarding.company.text')}</p>
      {fields.map((name) => {
        const found = problems.find(({ field }) => field === `company.${name}`);
        return (
          <TextField
            key={name}
            label={t(`onboarding.company.${name}`)}
            name={name}
            required={name !== 'vat_number'}
            value={typed[name]}
            error={found ? problemText(found, t, language) : null}
            onChange={(text) => setTyped((before) => ({ ...before, [name]: text }))}
          />
        );
      })}
      <div className={classes.choiceHead}>
        <Button type="submit" loading={choice.isPending}>
          {t('onboarding.step.save')}
        </Button>
        <Button variant="default" disabled={choice.isPending} onClick={() => void save(false)}>
          {t('onboarding.company.another')}
        </Button>
      </div>
    </form>
  );
}
