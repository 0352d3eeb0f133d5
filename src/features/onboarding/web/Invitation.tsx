import { Button, Checkbox } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../entity/web/labels.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { focusFirstError } from '../../../platform/web/kit/form-focus.ts';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { type SelectedPerson, selectionProblems } from '../selection.ts';
import classes from './Onboarding.module.css';
import { useOnboardingChoice } from './onboarding-data.ts';

const nobody: SelectedPerson = { name: '', email: '', approves: true };

/** Invites another person, mainly an approver (AUTH-27, APPR-09). */
export function Invitation(): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const choice = useOnboardingChoice();
  const [person, setPerson] = useState(nobody);
  const [isChecked, setChecked] = useState(false);
  const problems = isChecked ? selectionProblems({ people: [person] }) : [];
  const errorOf = (field: string): string | null => {
    const found = problems.find((problem) => problem.field.endsWith(`.${field}`));
    return found ? problemText(found, t, language) : null;
  };
  const change = (changed: Partial<SelectedPerson>): void =>
    setPerson((before) => ({ ...before, ...changed }));
  const invite = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (selectionProblems({ people: [person] }).length > 0) {
      requestAnimationFrame(() => form.current && focusFirstError(form.current));
      return;
    }
    const state = await choice
      .mutateAsync({ mode: 'custom', selection: { people: [person] } })
      .catch(() => null);
    if (state === null) return;
    toastSaved(t('onboarding.person.invited', { name: person.name }));
    setPerson(nobody);
    setChecked(false);
  };
  return (
    <section className={classes.section} aria-labelledby="invitation">
      <h2 id="invitation">{t('onboarding.person.title')}</h2>
      <p className={classes.hint}>{t('onboarding.person.text')}</p>
      <form ref={form} className={classes.form} noValidate onSubmit={(event) => void invite(event)}>
        <TextField
          label={t('entity.lb_user.field.name')}
          name="name"
          required
          autoComplete="off"
          value={person.name}
          error={errorOf('name')}
          onChange={(name) => change({ name })}
        />
        <TextField
          label={t('entity.lb_user.field.email')}
          name="email"
          type="email"
          required
          autoComplete="off"
          value={person.email}
          error={errorOf('email')}
          onChange={(email) => change({ email })}
        />
        <Checkbox
          label={t('onboarding.person.approves')}
          checked={person.approves}
          onChange={(event) => change({ approves: event.currentTarget.checked })}
        />
        <div>
          <Button type="submit" variant="default" loading={choice.isPending}>
            {t('onboarding.person.invite')}
          </Button>
        </div>
      </form>
    </section>
  );
}
