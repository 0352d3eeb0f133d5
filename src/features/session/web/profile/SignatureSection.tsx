import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { file } from '../../../../entity/kinds/stored.ts';
import { FileInput } from '../../../../entity/web/inputs/FileInput.tsx';
import { useSaving } from '../use-saving.ts';
import { ProfileSection } from './ProfileSection.tsx';
import { type OwnProfile, saveSettings } from './profile-data.ts';

const signature = { table: 'lb_user', name: 'signature_file_id', field: file('signature') };

/** The signature printed on orders that the person sends (ADM-13, PROC-28). */
export function SignatureSection({ profile }: { readonly profile: OwnProfile }): ReactNode {
  const { t } = useTranslation();
  const { save } = useSaving();
  return (
    <ProfileSection title={t('profile.signature.title')} hint={t('profile.signature.hint')}>
      <FileInput
        of={signature}
        name={signature.name}
        label={t('profile.signature.title')}
        isLabelHidden
        value={profile.signature_file_id}
        onChange={(id) => void save(() => saveSettings(profile.id, { signature_file_id: id }))}
      />
    </ProfileSection>
  );
}
