import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { type Session, useSession } from '../../../platform/web/session.ts';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { ConfirmAll } from './ConfirmAll.tsx';
import { allChangesOptions, type ControlChange, decideControlChange } from './control-data.ts';
import { type ControlWords, useControlWords } from './use-control-words.ts';
import classes from './WaitingPage.module.css';

/** `/admin/waiting`: changes of controls that wait for a second administrator (AUTH-31, AUTH-37). */
export function WaitingPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(allChangesOptions());
  const session = useSession();
  const words = useControlWords(data?.labels ?? new Map());
  const changes = data?.changes ?? [];
  const waiting = changes.filter(({ state }) => state === 'pending');
  const others = waiting.filter((change) => !isOwnChange(change, session));
  const decided = changes.filter(({ state }) => state !== 'pending');
  return (
    <>
      <PageTitleRow title={t('control_change.title')} onBack={() => void navigate({ to: '/admin' })} />
      {error === null ? null : <ErrorState failure={error} onRetry={() => void refetch()} />}
      {data === undefined ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <div className={classes.scroll} tabIndex={0}>
          <p className={classes.about}>{t('control_change.about')}</p>
          {waiting.length === 0 ? (
            <EmptyState
              icon={<IconCheck size={24} stroke={1.6} aria-hidden />}
              title={t('control_change.none_title')}
            >
              {t('control_change.none_text')}
            </EmptyState>
          ) : (
            <>
              {others.length > 1 ? <ConfirmAll changes={others} words={words} /> : null}
              <ChangeTable caption={t('control_change.title')} changes={waiting} words={words} />
            </>
          )}
          {decided.length === 0 ? null : (
            <ChangeTable caption={t('control_change.history')} changes={decided} words={words} />
          )}
        </div>
      )}
    </>
  );
}

interface ChangeTableProps {
  readonly caption: string;
  readonly changes: readonly ControlChange[];
  readonly words: (change: ControlChange) => ControlWords;
}

function ChangeTable({ caption, changes, words }: ChangeTableProps): ReactNode {
  const { t } = useTranslation();
  return (
    <table className={classes.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {(['what', 'before', 'after', 'proposed', 'decided'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`control_change.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <ChangeRow key={change.id} change={change} words={words(change)} />
        ))}
      </tbody>
    </table>
  );
}

const meanings = { pending: 'waiting', confirmed: 'done', rejected: 'declined', void: 'draft' } as const;

function ChangeRow({
  change,
  words: { record, what, before, after },
}: {
  readonly change: ControlChange;
  readonly words: ControlWords;
}): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, at_once, proposed_by, proposed_at, decided_by, decided_at } = change;
  return (
    <tr>
      <th scope="row">
        {what}
        <span className={classes.small}>{record}</span>
      </th>
      <td data-label={t('control_change.column.before')}>{before}</td>
      <td data-label={t('control_change.column.after')}>{after}</td>
      <td data-label={t('control_change.column.proposed')}>
        {proposed_by?.name}
        <span className={classes.small}>{format.instant(proposed_at)}</span>
      </td>
      <td>
        {state === 'pending' ? (
          <Decision change={change} what={`${what}, ${record}`} />
        ) : (
          <>
            <MeaningBadge meaning={meanings[state]} plain>
              {t(`control_change.state.${at_once ? 'at_once' : state}`)}
            </MeaningBadge>
            <span className={classes.small}>
              {at_once ? null : decided_by?.name} {decided_at === null ? null : format.instant(decided_at)}
            </span>
          </>
        )}
      </td>
    </tr>
  );
}

/** Whether only others may confirm a change; nobody confirms while acting as another. */
function isOwnChange({ proposed_by }: ControlChange, session: Session | null): boolean {
  return session?.isImpersonating === true || proposed_by?.id === session?.userId;
}

/** The proposer may withdraw a change but not confirm it. */
function Decision({ change, what }: { readonly change: ControlChange; readonly what: string }): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const { isPending, perform } = useAction();
  const isOwn = isOwnChange(change, session);
  const decide = (verdict: 'confirm' | 'reject'): Promise<boolean> =>
    perform(() => decideControlChange(change.id, verdict).then(() => toastSaved()));
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        disabled={isPending}
        aria-label={t(isOwn ? 'control_change.withdraw_of' : 'control_change.reject_of', { what })}
        onClick={() => void decide('reject')}
      >
        {t(isOwn ? 'control_change.withdraw' : 'control_change.reject')}
      </Button>
      {isOwn ? (
        <span className={classes.small}>{t('control_change.own')}</span>
      ) : (
        <Button
          disabled={isPending}
          aria-label={t('control_change.confirm_of', { what })}
          onClick={() => void decide('confirm')}
        >
          {t('control_change.confirm')}
        </Button>
      )}
    </div>
  );
}
