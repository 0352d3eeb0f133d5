import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useSaving } from '../use-saving.ts';
import classes from './ProfilePage.module.css';
import { ProfileSection } from './ProfileSection.tsx';
import { type OwnProfile, saveSettings } from './profile-data.ts';
import { useUnsaved } from './unsaved.tsx';

/** The name, which the person may change, and what administrators set. */
export function PersonSection({ profile }: { readonly profile: OwnProfile }): ReactNode {
  const { t } = useTranslation();
  const [name, setName] = useState(profile.name);
  const [isMissing, setMissing] = useState(false);
  const { isPending, save } = useSaving();
  useUnsaved('name', name.trim() !== profile.name);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() !== '') void save(() => saveSettings(profile.id, { name: name.trim() }));
  };
  const { client, department, cost_center } = profile;
  return (
    <ProfileSection title={t('profile.person')}>
      <dl className={classes.facts}>
        <Fact label={t('login.email')}>{profile.email}</Fact>
        <Fact label={t('field.client_id')}>{client?.name}</Fact>
        <Fact label={t('field.department_id')}>{department?.name}</Fact>
        <Fact label={t('field.cost_center_id')}>
          {cost_center && `${cost_center.number} ${cost_center.name}`}
        </Fact>
      </dl>
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <TextField
          label={t('profile.name')}
          name="name"
          required
          maxLength={255}
          autoComplete="name"
          value={name}
          onChange={setName}
          error={isMissing ? t('profile.missing') : null}
        />
        <div className="buttons">
          <Button type="submit" variant="default" loading={isPending} disabled={name === profile.name}>
            {t('profile.save_name')}
          </Button>
        </div>
      </form>
    </ProfileSection>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  );
}
