import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import classes from './Account.module.css';
import { accountOptions, type Invitation, invitationOptions, inviteAgain } from './account-data.ts';

/** State of the invitation mail, with a button to send another (AUTH-27). */
export function InvitationState({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const { isPending, perform } = useAction();
  const isStored = id !== null;
  const { data: account } = useQuery({ ...accountOptions(id ?? 0), enabled: isStored });
  const { data: invitation } = useQuery({ ...invitationOptions(id ?? 0), enabled: isStored });
  if (!account || invitation === undefined || account.blocked || !account.active) return null;
  const send = (): Promise<boolean> =>
    perform(async () => {
      await inviteAgain(account.id);
      toastSaved(t('people.invitation.done'));
    });
  return (
    <section className={classes.part} aria-labelledby="invitation">
      <h2 id="invitation" className={classes.title}>
        {t('people.invitation.title')}
      </h2>
      <State invitation={invitation} email={account.email ?? ''} />
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconMail size={16} stroke={1.6} aria-hidden />}
          loading={isPending}
          onClick={() => void send()}
        >
          {t(invitation === null ? 'people.invitation.send' : 'people.invitation.again')}
        </Button>
      </div>
    </section>
  );
}

interface StateProps {
  readonly invitation: Invitation | null;
  readonly email: string;
}

function State({ invitation, email }: StateProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  if (invitation === null) return <p className={classes.none}>{t('people.invitation.none')}</p>;
  const { created_at, sent_at, state, expires_at } = invitation;
  if (state === 'failed') {
    return (
      <p className={classes.blocked}>
        {t('people.invitation.failed', { email, at: format.instant(created_at) })}
      </p>
    );
  }
  const at = format.instant(sent_at ?? created_at);
  return (
    <p className={classes.note}>
      {sent_at === null
        ? t('people.invitation.waiting', { email, at })
        : t('people.invitation.sent', { email, at, until: format.instant(expires_at) })}
    </p>
  );
}
