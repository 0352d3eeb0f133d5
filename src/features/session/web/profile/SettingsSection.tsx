import { Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../../base/language.ts';
import { setLanguage } from '../../../../platform/web/i18n.ts';
import { betaLanguages, isLanguage, languageNames } from '../../../../platform/web/language-choice.ts';
import { useSaving } from '../use-saving.ts';
import classes from './ProfilePage.module.css';
import { ProfileSection } from './ProfileSection.tsx';
import { type OwnProfile, type OwnSettings, saveSettings } from './profile-data.ts';

/** Minutes that may be chosen for collected mails; 0 sends each at once (MAIL-02). */
const intervals = [0, 5, 15, 60, 240, 1440] as const;

/** Language and habits: every choice is saved as it is made. */
export function SettingsSection({ profile }: { readonly profile: OwnProfile }): ReactNode {
  const { t } = useTranslation();
  const { isPending, save } = useSaving();
  const set = (settings: OwnSettings): void => void save(() => saveSettings(profile.id, settings));
  const chooseLanguage = (value: string): void => {
    if (!isLanguage(value)) return;
    void setLanguage(value);
    set({ lang: value });
  };
  const interval = profile.notification_mail_interval_minutes;
  const offered = [...new Set([...intervals, ...(interval === null ? [] : [interval])])].sort(
    (a, b) => a - b,
  );
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
            label: betaLanguages.includes(language)
              ? `${languageNames[language]} (${t('shell.beta')})`
              : languageNames[language],
          }))}
        />
        <NativeSelect
          label={t('profile.interval.label')}
          value={interval ?? ''}
          disabled={isPending}
          onChange={({ currentTarget: { value } }) =>
            set({ notification_mail_interval_minutes: value === '' ? null : Number(value) })
          }
          data={[
            { value: '', label: t('profile.as_tenant') },
            ...offered.map((minutes) => ({ value: String(minutes), label: intervalText(minutes) })),
          ]}
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

  function intervalText(minutes: number): string {
    if (minutes === 0) return t('profile.interval.at_once');
    return minutes % 60 === 0
      ? t('profile.interval.hours', { count: minutes / 60 })
      : t('profile.interval.minutes', { count: minutes });
  }
}
