import { Button, Modal } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gql, stopActing } from '../../../platform/web/api.ts';
import { FocusBack } from '../../../platform/web/kit/FocusBack.tsx';
import line from '../../../platform/web/kit/ShellLine.module.css';
import { useProfile } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import classes from './ImpersonationBar.module.css';

/** Shows who is acting as whom, with a button to stop (AUTH-21, NAV-19). */
export function ImpersonationBar(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const profile = useProfile();
  const [isAsking, setAsking] = useState(false);
  const actor = useActorName(session?.isImpersonating ? session.actorId : null);
  if (!session?.isImpersonating) return null;
  return (
    <aside className={line.bar} aria-label={t('session.acting.label')}>
      <IconUserShare size={16} stroke={1.6} aria-hidden />
      <p className={line.text}>{t('session.acting.text', { actor, name: profile?.name || session.email })}</p>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {t('shell.logout')}
      </Button>
      <LeaveDialog opened={isAsking} onClose={() => setAsking(false)} />
    </aside>
  );
}

function LeaveDialog({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const leave = async (isComplete: boolean): Promise<void> => {
    try {
      if (!isComplete) await stopActing();
      onClose();
      const users = { to: '/admin/$entity', params: { entity: 'user' }, replace: true } as const;
      await (isComplete ? navigate({ to: '/logout', replace: true }) : navigate(users));
    } catch (failure) {
      toastFailure(failure);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('session.acting.leave_title')}
      size={440}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <FocusBack />
      <p className="quiet">{t('session.acting.leave_text')}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => void leave(true)}>
          {t('session.acting.leave_all')}
        </Button>
        <Button onClick={() => void leave(false)} data-autofocus>
          {t('session.acting.leave_back')}
        </Button>
      </div>
    </Modal>
  );
}

function useActorName(actorId: number | null): string {
  const { data } = useQuery({
    queryKey: ['person-name', actorId],
    enabled: actorId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      gql<{ lb_user_by_pk: { name: string } | null }>(
        'query ActorName($id: bigint!) { lb_user_by_pk(id: $id) { name } }',
        { id: actorId },
        { signal },
      ),
  });
  return data?.lb_user_by_pk?.name ?? '';
}
