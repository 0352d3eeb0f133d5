import { Button, Checkbox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownIban } from '../../../base/iban.ts';
import { AccountStanding } from '../../../document/web/AccountWarnings.tsx';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import classes from './AccountsPage.module.css';
import { decideBankChange } from './bank-changes-data.ts';
import { type WaitingAccount, waitingAccountsOptions } from './waiting-accounts-data.ts';

/** `/admin/supplier-accounts`: supplier accounts that wait for a second person (INV-33). */
export function AccountsPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: accounts, error, refetch } = useQuery(waitingAccountsOptions());
  return (
    <>
      <PageTitleRow
        title={t('entity.supplier.accounts.title')}
        onBack={() => void navigate({ to: '/admin' })}
      />
      {error === null ? null : <ErrorState failure={error} onRetry={() => void refetch()} />}
      {accounts === undefined ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <div className={classes.scroll} tabIndex={0}>
          <p className={classes.about}>{t('entity.supplier.accounts.about')}</p>
          {accounts.length === 0 ? (
            <EmptyState
              icon={<IconCheck size={24} stroke={1.6} aria-hidden />}
              title={t('entity.supplier.accounts.none_title')}
            >
              {t('entity.supplier.accounts.none_text')}
            </EmptyState>
          ) : (
            <Accounts accounts={accounts} />
          )}
        </div>
      )}
    </>
  );
}

/** The proposer may withdraw an account but not confirm it; several are confirmed one after the other. */
function Accounts({ accounts }: { readonly accounts: readonly WaitingAccount[] }): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isPending, setPending] = useState(false);
  const isOwn = ({ proposed_by_id: by }: WaitingAccount): boolean =>
    session?.isImpersonating === true || (by !== null && by === session?.userId);
  const confirmable = accounts.filter((account) => !isOwn(account));
  const wanted = confirmable.filter(({ id }) => chosen.has(id));
  const decide = async (which: readonly WaitingAccount[], verdict: 'confirm' | 'reject'): Promise<void> => {
    setPending(true);
    let done = 0;
    for (const { id, supplier } of which) {
      await decideBankChange(id, verdict).then(
        () => {
          done += 1;
        },
        (failure: unknown) => toastFailure(failure, supplier),
      );
    }
    if (done > 0) toastSaved(t(`entity.supplier.accounts.done.${verdict}`, { count: done }));
    setChosen(new Set());
    setPending(false);
  };
  return (
    <>
      {confirmable.length < 2 ? null : (
        <div className={classes.bar}>
          <Checkbox
            label={t('entity.supplier.accounts.choose_all')}
            checked={wanted.length === confirmable.length}
            indeterminate={wanted.length > 0 && wanted.length < confirmable.length}
            onChange={({ currentTarget: { checked } }) =>
              setChosen(new Set(checked ? confirmable.map(({ id }) => id) : []))
            }
          />
          <Button
            size="compact-sm"
            disabled={isPending || wanted.length === 0}
            onClick={() => void decide(wanted, 'confirm')}
          >
            {t('entity.supplier.accounts.confirm_chosen', { count: wanted.length })}
          </Button>
        </div>
      )}
      <ul className={classes.accounts}>
        {accounts.map((account) => (
          <AccountLine
            key={account.id}
            account={account}
            isOwn={isOwn(account)}
            isPending={isPending}
            isChosen={confirmable.length < 2 ? null : chosen.has(account.id)}
            onChoose={(isChosen) =>
              setChosen(
                new Set([...chosen].filter((id) => id !== account.id).concat(isChosen ? account.id : [])),
              )
            }
            onDecide={(verdict) => void decide([account], verdict)}
          />
        ))}
      </ul>
    </>
  );
}

interface AccountLineProps {
  readonly account: WaitingAccount;
  readonly isOwn: boolean;
  readonly isPending: boolean;
  /** Null without a choice. */
  readonly isChosen: boolean | null;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onDecide: (verdict: 'confirm' | 'reject') => void;
}

function AccountLine({
  account,
  isOwn,
  isPending,
  isChosen,
  onChoose,
  onDecide,
}: AccountLineProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { supplier, supplier_id: id, iban, bic, former_iban: former, proposed_by: by, proposed_at } = account;
  const when = format.instant(proposed_at);
  return (
    <li className={classes.account}>
      {isChosen === null ? null : (
        <Checkbox
          aria-label={t('entity.supplier.accounts.choose', { supplier })}
          checked={isChosen && !isOwn}
          disabled={isOwn}
          onChange={({ currentTarget: { checked } }) => onChoose(checked)}
        />
      )}
      <div className={classes.body}>
        <div className={classes.text}>
          <Link to="/admin/$entity/form" params={{ entity: 'supplier' }} search={{ id }}>
            {supplier}
          </Link>
          <div className="tabular">
            {iban === null
              ? t('entity.supplier.bank.removed')
              : [shownIban(iban), bic].filter(Boolean).join(', ')}
          </div>
          {former === null ? null : (
            <div className={classes.small}>
              {t('entity.supplier.accounts.former', { iban: shownIban(former) })}
            </div>
          )}
          <div className={classes.small}>
            {t('entity.supplier.bank.proposed', { name: by ?? t('entity.supplier.bank.nobody'), when })}
          </div>
          <AccountStanding rejected={account.rejected} others={account.others} />
          {isOwn ? <div className={classes.small}>{t('entity.supplier.bank.own')}</div> : null}
        </div>
        <div className="buttons">
          <Button
            size="compact-sm"
            variant="default"
            disabled={isPending}
            aria-label={t(`entity.supplier.accounts.${isOwn ? 'withdraw_of' : 'reject_of'}`, { supplier })}
            onClick={() => onDecide('reject')}
          >
            {t(isOwn ? 'entity.supplier.bank.withdraw' : 'entity.supplier.bank.reject')}
          </Button>
          {isOwn ? null : (
            <Button
              size="compact-sm"
              variant="default"
              disabled={isPending}
              aria-label={t('entity.supplier.accounts.confirm_of', { supplier })}
              onClick={() => onDecide('confirm')}
            >
              {t('entity.supplier.bank.confirm')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
