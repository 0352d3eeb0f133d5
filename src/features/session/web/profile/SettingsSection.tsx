import { Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage, languageFacts, languages } from '../../../../base/language.ts';
import { setLanguage } from '../../../../platform/web/i18n.ts';
import { useSaving } from '../use-saving.ts';
import classes from './ProfilePage.module.css';
import { ProfileSection } from './ProfileSection.tsx';
import { type OwnProfile, type OwnSettings, saveSettings } from './profile-data.ts';

/** Minutes between collected mails to choose from; 0 sends each mail at once (MAIL-02). */
const intervals = [0, 5, 15, 60, 240, 1440] as const;

/** Language and preferences; every choice is saved at once. */
export function SettingsSection({ profile }: { readonly profile: OwnProfile }): ReactNode {
  const { t } = useTranslation();
  const { isPending, save } = useSaving();
  const set = (settings: OwnSettings): void => void save(() => saveSettings(profile.id, settings));
  const chooseLanguage = (value: string): void => {
    if (!isLanguage(value)) return;
    void setLanguage(value);
    set({ lang: value });
  };
  return (
    <ProfileSection title={t('profile.settings')}>
      <div className={classes.fields}>
        <NativeSelect
          label={t('shell.language')}
          value={profile.lang}
          disabled={isPending}
          onChange={(event) => chooseLanguage(event.currentTarget.value)}
          data={languages.map((language) => ({
            value: language,
            label: languageFacts[language].isBeta
              ? `${languageFacts[language].name} (${t('shell.beta')})`
              : languageFacts[language].name,
          }))}
        />
        <IntervalSelect
          minutes={profile.notification_mail_interval_minutes}
          disabled={isPending}
          onChange={(minutes) => set({ notification_mail_interval_minutes: minutes })}
        />
        <NativeSelect
          label={t('profile.order.label')}
          value={profile.timeline_order ?? ''}
          disabled={isPending}
          onChange={({ currentTarget: { value } }) =>
            set({ timeline_order: value === 'asc' || value === 'desc' ? value : null })
          }
          data={[
            { value: '', label: t('profile.as_tenant') },
            { value: 'asc', label: t('profile.order.asc') },
            { value: 'desc', label: t('profile.order.desc') },
          ]}
        />
        <Checkbox
          className={classes.wide}
          label={t('profile.tour')}
          checked={profile.show_tour}
          disabled={isPending}
          onChange={(event) => set({ show_tour: event.currentTarget.checked })}
        />
      </div>
    </ProfileSection>
  );
}

interface IntervalSelectProps {
  /** Null uses the tenant's default. */
  readonly minutes: number | null;
  readonly disabled: boolean;
  readonly onChange: (minutes: number | null) => void;
}

/** How long mails are collected; also offers the stored value if it is not in the list. */
function IntervalSelect({ minutes, disabled, onChange }: IntervalSelectProps): ReactNode {
  const { t } = useTranslation();
  const offered = [...new Set([...intervals, ...(minutes === null ? [] : [minutes])])].sort((a, b) => a - b);
  const textOf = (interval: number): string => {
    if (interval === 0) return t('profile.interval.at_once');
    return interval % 60 === 0
      ? t('profile.interval.hours', { count: interval / 60 })
      : t('profile.interval.minutes', { count: interval });
  };
  return (
    <NativeSelect
      label={t('profile.interval.label')}
      value={minutes ?? ''}
      disabled={disabled}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
      data={[
        { value: '', label: t('profile.as_tenant') },
        ...offered.map((interval) => ({ value: String(interval), label: textOf(interval) })),
      ]}
    />
  );
}
