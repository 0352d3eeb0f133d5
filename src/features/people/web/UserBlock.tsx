import { Button, Modal } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { useEntities } from '../../../entity/web/entity-catalog.tsx';
import { findRows } from '../../../entity/web/entity-data.ts';
import { useCommand } from '../../../platform/web/command.ts';
import { SearchSelect, type SelectOption } from '../../../platform/web/kit/SearchSelect.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import classes from './Account.module.css';
import { type Account, accountOptions, handOver, leftBehindOptions, setBlocked } from './account-data.ts';

/** Blocks a person, after a look at what he leaves behind, or lets him in again (ADM-10, ROLE-14). */
export function UserBlock({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const [isAsking, setAsking] = useState(false);
  const { data: account } = useQuery({ ...accountOptions(id ?? 0), enabled: id !== null });
  if (!account || session?.userId === account.id) return null;
  const unblock = async (): Promise<void> => {
    try {
      await setBlocked(account.id, false);
      toastSaved(t('people.unblocked'));
    } catch (failure) {
      toastFailure(failure);
    }
  };
  return (
    <section className={classes.part} aria-labelledby="user-block">
      <h2 id="user-block" className={classes.title}>
        {t('people.access')}
      </h2>
      <p className={account.blocked ? classes.blocked : classes.note}>
        {t(account.blocked ? 'people.is_blocked' : 'people.may_log_in')}
      </p>
      <div className={classes.buttons}>
        {account.blocked ? (
          <Button
            variant="default"
            leftSection={<IconLockOpen size={16} stroke={1.6} aria-hidden />}
            onClick={() => void unblock()}
          >
            {t('people.unblock')}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconLock size={16} stroke={1.6} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('people.block')}
          </Button>
        )}
      </div>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('people.block_title', { name: account.name })}
        size={520}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <BlockForm account={account} onClose={() => setAsking(false)} />
      </Modal>
    </section>
  );
}

function BlockForm({
  account,
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const entities = useEntities();
  const { data: left } = useQuery(leftBehindOptions(account.id));
  const [heir, setHeir] = useState<SelectOption | null>(null);
  const [isPending, setPending] = useState(false);
  const give = useCommand<unknown>(handOver);
  const block = async (): Promise<void> => {
    setPending(true);
    try {
      if (heir !== null && (await give.run({ from_id: account.id, to_id: heir.id })) === null) return;
      await setBlocked(account.id, true);
      toastSaved(t('people.blocked'));
      onClose();
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setPending(false);
    }
  };
  const counts = Object.entries(left ?? {}).filter(([, count]) => count > 0);
  return (
    <form
      className={classes.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void block();
      }}
    >
      <p>{t('people.block_text')}</p>
      {counts.length === 0 ? null : (
        <>
          <ul className={classes.counts}>
            {counts.map(([name, count]) => (
              <li key={name}>{t(`people.left.${name}`, { count })}</li>
            ))}
          </ul>
          <SearchSelect
            label={t('people.heir')}
            name="heir"
            clearable
            value={heir}
            onChange={setHeir}
            searchKey={['heir', account.id]}
            search={async (text, signal) => {
              const among = { is_group: false, blocked: false };
              const found = await findRows(entities, 'lb_user', among, text, signal);
              return found.filter((person) => person.id !== account.id);
            }}
          />
        </>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" className={classes.destructive} loading={isPending}>
          {t(heir === null ? 'people.block' : 'people.hand_over_and_block')}
        </Button>
      </div>
    </form>
  );
}
