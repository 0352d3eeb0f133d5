import { ActionIcon, Button, Modal } from '@mantine/core';
import { IconKey, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../../entity/web/entity-catalog.tsx';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { FocusBack } from '../../../../platform/web/kit/FocusBack.tsx';
import { useSession } from '../../../../platform/web/session.ts';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { useAction } from '../../../../platform/web/use-action.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import classes from '../Account.module.css';
import { accountOptions } from '../account-data.ts';
import { ExplorerLink } from '../ExplorerLink.tsx';
import { NewToken } from '../NewToken.tsx';
import { ServiceTokenForm } from './ServiceTokenForm.tsx';
import {
  makeServiceSecret,
  revokeServiceToken,
  type ServiceToken,
  serviceTokensOptions,
} from './service-token-data.ts';

/** What a dialog asks about, or shows. */
type Asked =
  | { readonly what: 'grant' }
  | { readonly what: 'renew' | 'revoke'; readonly token: ServiceToken }
  | { readonly what: 'secret'; readonly secret: string };

/** The tokens of a service account (AUTH-34). */
export function ServiceTokens({ id }: Pick<HandPartProps, 'id'>): ReactNode {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: account } = useQuery({ ...accountOptions(id ?? 0), enabled: id !== null });
  const isService = account?.is_service === true;
  const { data: tokens = [] } = useQuery({ ...serviceTokensOptions(id ?? 0), enabled: isService });
  if (!account || !isService) return null;
  const close = () => setAsked(null);
  return (
    <section className={classes.part} aria-labelledby="service-tokens">
      <h2 id="service-tokens" className={classes.title}>
        {t('people.service.title')}
      </h2>
      <p className={classes.note}>
        {t(account.is_directory ? 'people.directory.token_hint' : 'people.service.hint')}
      </p>
      {tokens.length === 0 ? <p className={classes.none}>{t('people.service.none')}</p> : null}
      <ul className={classes.list} aria-labelledby="service-tokens">
        {tokens.map((token) => (
          <TokenItem
            key={token.id}
            token={token}
            isDirectory={account.is_directory}
            onAsk={(what) => setAsked({ what, token })}
          />
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconKey size={16} stroke={1.6} aria-hidden />}
          onClick={() => setAsked({ what: 'grant' })}
        >
          {t('people.service.grant')}
        </Button>
        {account.is_directory ? null : <ExplorerLink />}
      </div>
      <Modal
        opened={asked?.what === 'grant' || asked?.what === 'secret'}
        onClose={close}
        title={t('people.service.grant_title', { name: account.name })}
        size={560}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <FocusBack />
        {asked?.what === 'secret' ? (
          <NewToken token={asked.secret} onClose={close} />
        ) : (
          <ServiceTokenForm
            accountId={account.id}
            isDirectory={account.is_directory}
            onGranted={(secret) => setAsked(secret === null ? null : { what: 'secret', secret })}
            onClose={close}
          />
        )}
      </Modal>
      <TokenQuestion
        asked={asked}
        onSecret={(secret) => setAsked({ what: 'secret', secret })}
        onClose={close}
      />
    </section>
  );
}

interface TokenItemProps {
  readonly token: ServiceToken;
  readonly isDirectory: boolean;
  readonly onAsk: (what: 'renew' | 'revoke') => void;
}

function TokenItem({ token, isDirectory, onAsk }: TokenItemProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useSession();
  const { name, calls, networks, expires_at, issued_at, last_used_at, maker } = token;
  // Another administrator issues a further token of the directory instead.
  const mayRenew = !isDirectory || maker === null || maker.id === session?.userId;
  const facts = [
    calls.length > 0
      ? calls.join(', ')
      : t(isDirectory ? 'people.directory.provides' : 'people.service.reads'),
    networks.length === 0 ? t('people.service.everywhere') : networks.join(', '),
    t('people.service.until', { time: format.instant(expires_at) }),
    issued_at === null
      ? t('people.service.not_made')
      : t('people.service.made', { name: maker?.name ?? '–', time: format.instant(issued_at) }),
    last_used_at === null
      ? t('people.service.never_used')
      : t('people.service.used', { time: format.instant(last_used_at) }),
  ];
  return (
    <li className={classes.item}>
      <IconKey size={18} stroke={1.6} aria-hidden />
      <div>
        <span className={classes.name}>{name}</span>
        <p>{facts.join(' · ')}</p>
      </div>
      <ActionIcon
        className={classes.end}
        aria-label={t('people.service.renew', { name })}
        disabled={!mayRenew}
        onClick={() => onAsk('renew')}
      >
        <IconRefresh size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('people.service.revoke', { name })} onClick={() => onAsk('revoke')}>
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </li>
  );
}

interface TokenQuestionProps {
  readonly asked: Asked | null;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

/** Asks before a secret is made, which ends the former one, and before a token is revoked. */
function TokenQuestion({ asked, onSecret, onClose }: TokenQuestionProps): ReactNode {
  const { t } = useTranslation();
  const { perform } = useAction();
  const token = asked !== null && 'token' in asked ? asked.token : null;
  const isRevoked = asked?.what === 'revoke';
  const confirm = async ({ id }: ServiceToken): Promise<void> => {
    await perform(async () => {
      if (!isRevoked) return onSecret(await makeServiceSecret(id));
      await revokeServiceToken(id);
      toastSaved(t('people.token.revoked'));
      onClose();
    });
  };
  return (
    <ConfirmDialog
      opened={token !== null}
      title={t(isRevoked ? 'people.token.revoke_title' : 'people.service.renew_title')}
      actionLabel={t(isRevoked ? 'people.token.revoke' : 'people.service.make')}
      isDestructive={isRevoked}
      onConfirm={() => token && void confirm(token)}
      onClose={onClose}
    >
      {t(isRevoked ? 'people.token.revoke_text' : 'people.service.renew_text')}
    </ConfirmDialog>
  );
}
