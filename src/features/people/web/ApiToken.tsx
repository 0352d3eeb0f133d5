import { Button, Modal } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type Day } from '../../../base/day.ts';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { failureText, refusalText } from '../../../platform/web/failure-text.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { FocusBack } from '../../../platform/web/kit/FocusBack.tsx';
import { isAllReadable } from '../../../platform/web/kit/form-focus.ts';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import classes from './Account.module.css';
import { type Account, accountOptions, createToken, revokeToken } from './account-data.ts';
import { ExplorerLink } from './ExplorerLink.tsx';
import { NewToken } from './NewToken.tsx';

/** A person's API token: issued with an expiry, shown once, revocable (AUTH-23, ADM-12). */
export function ApiToken({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'create' | 'revoke' | null>(null);
  const { data: account } = useQuery({ ...accountOptions(id ?? 0), enabled: id !== null });
  if (!account || account.is_service) return null;
  const revoke = async (): Promise<void> => {
    try {
      await revokeToken(account.id);
      toastSaved(t('people.token.revoked'));
    } catch (failure) {
      toastFailure(failure);
    }
    setAsked(null);
  };
  return (
    <section className={classes.part} aria-labelledby="api-token">
      <h2 id="api-token" className={classes.title}>
        {t('people.token.title')}
      </h2>
      <TokenState account={account} />
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconKey size={16} stroke={1.6} aria-hidden />}
          onClick={() => setAsked('create')}
        >
          {t(account.token_issued_at === null ? 'people.token.create' : 'people.token.replace')}
        </Button>
        {account.token_issued_at === null ? null : (
          <Button variant="subtle" color="gray" onClick={() => setAsked('revoke')}>
            {t('people.token.revoke')}
          </Button>
        )}
        <ExplorerLink />
      </div>
      <CreateDialog account={account} opened={asked === 'create'} onClose={() => setAsked(null)} />
      <ConfirmDialog
        opened={asked === 'revoke'}
        title={t('people.token.revoke_title')}
        actionLabel={t('people.token.revoke')}
        isDestructive
        onConfirm={() => void revoke()}
        onClose={() => setAsked(null)}
      >
        {t('people.token.revoke_text')}
      </ConfirmDialog>
    </section>
  );
}

function TokenState({ account }: { readonly account: Account }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { token_issued_at: issued, token_expires_at: expires } = account;
  if (issued === null || expires === null) return <p className={classes.none}>{t('people.token.none')}</p>;
  return (
    <p className={classes.note}>
      {t('people.token.state', { issued: format.instant(issued), expires: format.instant(expires) })}
    </p>
  );
}

interface CreateDialogProps {
  readonly account: Account;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function CreateDialog({ account, opened, onClose }: CreateDialogProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('people.token.create_title', { name: account.name })}
      size={480}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <FocusBack />
      <CreateForm account={account} onClose={onClose} />
    </Modal>
  );
}

const proposedDays = 365;

function CreateForm({ account, onClose }: Omit<CreateDialogProps, 'opened'>): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const [expires, setExpires] = useState<Day | null>(() => addDays(format.today(), proposedDays));
  const [error, setError] = useState<string | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const problemText = (failure: unknown): string => {
    const problem = failure instanceof ApiRefusal ? failure.problems[0] : undefined;
    if (problem?.code === 'limit_exceeded') return t('people.token.too_long');
    return problem ? refusalText(problem.code, problem.values) : failureText(failure);
  };
  const { isPending, perform } = useAction((failure) => setError(problemText(failure)));
  const create = async (): Promise<void> => {
    if (expires === null) {
      setError(t('error.field_required'));
      return;
    }
    await perform(async () => setToken(await createToken(account.id, expires)));
  };
  if (token !== null) return <NewToken token={token} onClose={onClose} />;
  return (
    <form
      className={classes.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isAllReadable(event.currentTarget)) void create();
      }}
    >
      <p>{t('people.token.hint')}</p>
      <DayField
        label={t('people.token.expires')}
        name="expires_at"
        required
        value={expires}
        onChange={(day) => {
          setExpires(day);
          setError(null);
        }}
        error={error}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('people.token.create')}
        </Button>
      </div>
    </form>
  );
}
