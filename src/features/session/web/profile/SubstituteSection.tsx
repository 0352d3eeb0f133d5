import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { isAllReadable } from '../../../../platform/web/kit/form-focus.ts';
import { SearchSelect, type SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useFormat, useNow } from '../../../../platform/web/use-format.ts';
import { useSaving } from '../use-saving.ts';
import classes from './ProfilePage.module.css';
import { ProfileSection } from './ProfileSection.tsx';
import { findSubstitutes, type OwnProfile, saveSettings } from './profile-data.ts';
import { useUnsaved } from './unsaved.tsx';

type Problem = 'needs_person' | 'needs_day' | 'wrong_order';

/** The person's substitute during an absence (APPR-15, PROF-01). */
export function SubstituteSection({ profile }: { readonly profile: OwnProfile }): ReactNode {
  const { t } = useTranslation();
  const { isPending, save } = useSaving();
  const [person, setPerson] = useState<SelectOption | null>(profile.substitute);
  const [from, setFrom] = useState(profile.absence_from);
  const [to, setTo] = useState(profile.absence_to);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const isOther = (person?.id ?? null) !== (profile.substitute?.id ?? null);
  useUnsaved('substitute', isOther || from !== profile.absence_from || to !== profile.absence_to);
  const errorOf = (problem: Problem): string | null =>
    problems.includes(problem) ? t(`profile.substitute.${problem}`) : null;

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const found = problemsOf(person, from, to);
    setProblems(found);
    if (!isAllReadable(event.currentTarget) || found.length > 0) return;
    const absence = { substitute_id: person?.id ?? null, absence_from: from, absence_to: to };
    void save(() => saveSettings(profile.id, absence));
  };
  const end = async (): Promise<void> => {
    const none = { substitute_id: null, absence_from: null, absence_to: null };
    if (!(await save(() => saveSettings(profile.id, none)))) return;
    setPerson(null);
    setFrom(null);
    setTo(null);
  };

  return (
    <ProfileSection title={t('profile.substitute.title')} hint={t('profile.substitute.hint')}>
      <PresentSubstitute profile={profile} />
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <div className={classes.fields}>
          <SearchSelect
            label={t('profile.substitute.person')}
            value={person}
            error={errorOf('needs_person')}
            searchKey={['substitutes']}
            search={(text, signal) => findSubstitutes(profile.id, text, signal)}
            onChange={setPerson}
          />
          <DayField
            label={t('profile.substitute.from')}
            value={from}
            error={errorOf('needs_day')}
            onChange={setFrom}
          />
          <DayField
            label={t('profile.substitute.to')}
            value={to}
            hint={t('profile.substitute.open_end')}
            error={errorOf('wrong_order')}
            onChange={setTo}
          />
        </div>
        <div className="buttons">
          {profile.substitute === null ? null : (
            <Button variant="subtle" disabled={isPending} onClick={() => void end()}>
              {t('profile.substitute.clear')}
            </Button>
          )}
          <Button type="submit" variant="default" loading={isPending}>
            {t('profile.substitute.save')}
          </Button>
        </div>
      </form>
    </ProfileSection>
  );
}

/** Shows the substitute while the person is away today. */
function PresentSubstitute({ profile }: { readonly profile: OwnProfile }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const today = format.dayOf(useNow());
  const { substitute, absence_from: from, absence_to: to } = profile;
  const isAway = substitute !== null && from !== null && from <= today && (to === null || today <= to);
  return isAway ? <p role="status">{t('profile.substitute.active', { name: substitute.name })}</p> : null;
}

function problemsOf(person: SelectOption | null, from: Day | null, to: Day | null): readonly Problem[] {
  if (person === null && from === null && to === null) return [];
  return [
    ...(person === null ? (['needs_person'] as const) : []),
    ...(from === null ? (['needs_day'] as const) : []),
    ...(from !== null && to !== null && to < from ? (['wrong_order'] as const) : []),
  ];
}
