import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefusalCode } from '../../../base/refusal.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { mostAtOnce } from '../register.ts';
import { type ControlChange, confirmControlChanges } from './control-data.ts';
import type { ControlWords } from './use-control-words.ts';
import classes from './WaitingPage.module.css';

interface ConfirmAllProps {
  /** Waiting changes of others. */
  readonly changes: readonly ControlChange[];
  readonly words: (change: ControlChange) => ControlWords;
}

/** Confirms the waiting changes of others at once; a dialog shows each of them before (AUTH-33, AUTH-37). */
export function ConfirmAll({ changes, words }: ConfirmAllProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  /** Changes that the server refused, with the reason; the others are confirmed without them. */
  const [refused, setRefused] = useState<ReadonlyMap<number, RefusalCode>>(new Map());
  const asked = changes.filter(({ id }) => !refused.has(id)).slice(0, mostAtOnce);
  const { isPending, perform } = useAction((failure) => {
    const problems = failure instanceof ApiRefusal ? failure.problems : [];
    if (problems.length === 0) return toastFailure(failure);
    const found = problems.flatMap(({ field, code }) => {
      const change = asked[Number(field.split('.')[1])];
      return change === undefined ? [] : [[change.id, code] as const];
    });
    setRefused(new Map([...refused, ...found]));
  });
  const confirm = async (): Promise<void> => {
    const ids = asked.map(({ id }) => id);
    if (ids.length > 0 && !(await perform(() => confirmControlChanges(ids).then(() => toastSaved())))) return;
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setRefused(new Map());
          setOpen(true);
        }}
      >
        {t('control_change.confirm_all')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('control_change.confirm_all_title', { number: asked.length })}
        actionLabel={t('control_change.confirm')}
        isPending={isPending}
        onConfirm={() => void confirm()}
        onClose={() => setOpen(false)}
      >
        <ul className={classes.asked}>
          {asked.map((change) => (
            <AskedChange key={change.id} change={change} words={words(change)} />
          ))}
        </ul>
        {refused.size === 0 ? null : (
          <div role="status">
            <p>{t('control_change.not_confirmed')}</p>
            <ul className={classes.asked}>
              {changes.map((change) => {
                const code = refused.get(change.id);
                if (code === undefined) return null;
                return (
                  <AskedChange key={change.id} change={change} words={words(change)}>
                    {refusalText(code)}
                  </AskedChange>
                );
              })}
            </ul>
          </div>
        )}
      </ConfirmDialog>
    </>
  );
}

interface AskedChangeProps {
  readonly change: ControlChange;
  readonly words: ControlWords;
  readonly children?: ReactNode;
}

function AskedChange({ change, words: { record, ...values }, children }: AskedChangeProps): ReactNode {
  const { t } = useTranslation();
  return (
    <li>
      {t('control_change.change', { ...values, name: change.proposed_by?.name ?? '–' })}
      <span className={classes.small}>{record}</span>
      {children === undefined ? null : <span className={classes.small}>{children}</span>}
    </li>
  );
}
