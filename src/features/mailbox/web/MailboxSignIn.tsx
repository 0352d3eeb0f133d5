import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectionTest } from '../../../entity/web/use-connection-test.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { type MailboxState, startSignIn } from './mailbox-data.ts';

/** Leads to the sign-in at the provider of a stored mailbox, and says whether a person signed in (MBX-08). */
export function MailboxSignIn({ mailbox }: { readonly mailbox: MailboxState }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, sign_in, oauth_secret, oauth_refresh_token, oauth_until: until } = mailbox;
  const { test: start, result, isPending } = useConnectionTest(() => startSignIn(id));
  if (sign_in === 'password' || oauth_secret === null) return null;
  const state = (): string => {
    // Without a person Microsoft reads by the right of the application.
    if (oauth_refresh_token === null) return sign_in === 'google' ? t('mailbox.sign_in.nobody') : '';
    if (until === null) return t('mailbox.sign_in.done');
    return t('mailbox.sign_in.done_until', { day: format.day(format.dayOf(until)) });
  };
  return (
    <div className="buttons">
      <Button
        variant="default"
        leftSection={<IconKey size={16} stroke={1.6} aria-hidden />}
        loading={isPending || result?.success === true}
        onClick={start}
      >
        {t(`mailbox.sign_in.with_${sign_in}`)}
      </Button>
      <span role="status" className={result?.success === false ? 'problem' : 'quiet'}>
        {result?.message || state()}
      </span>
    </div>
  );
}
