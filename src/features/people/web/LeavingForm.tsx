import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandOverPlan } from '../../../document/hand-over.ts';
import { ablePeople } from '../../../entity/kinds/chosen.ts';
import { useEntities } from '../../../entity/web/entity-catalog.tsx';
import { findRows } from '../../../entity/web/entity-data.ts';
import { useCommand } from '../../../platform/web/command.ts';
import { SearchSelect, type SelectOption } from '../../../platform/web/kit/SearchSelect.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import classes from './Account.module.css';
import { accountsChanged, handOver, handOverPlanOptions, type Leaving, leave } from './account-data.ts';
import { LeftTasks } from './LeftTasks.tsx';

export interface LeavingFormProps {
  readonly id: number;
  readonly how: Leaving;
  /** Set if the caller saves the deactivation itself; the form only hands tasks over. */
  readonly isSavedAfter?: boolean;
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/**
 * Tasks of a leaving person with their new assignees, and what stays with the reason, before access ends (ADM-10).
 */
export function LeavingForm(props: LeavingFormProps): ReactNode {
  const { id, how, onClose } = props;
  const { t } = useTranslation();
  const [heir, setHeir] = useState<SelectOption | null>(null);
  const { data: plan } = useQuery(handOverPlanOptions(id, heir?.id ?? null));
  const { run, isPending, remaining } = useLeaving(props, heir);
  if (remaining !== null) {
    return (
      <div className={classes.dialog}>
        <p role="alert">{t('people.not_handed_over')}</p>
        <LeftTasks plan={remaining} />
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('shell.close')}</Button>
        </div>
      </div>
    );
  }
  const action = t(how === 'block' ? 'people.block' : 'entity.deactivate');
  const both = t(how === 'block' ? 'people.hand_over_and_block' : 'people.hand_over_and_deactivate');
  return (
    <form
      className={classes.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <p>{t(how === 'block' ? 'people.block_text' : 'people.deactivate_text')}</p>
      {plan !== undefined && isAnythingLeft(plan) ? (
        <>
          <Heir id={id} heir={heir} onChange={setHeir} />
          {heir === null && plan.tasks.length > 0 ? (
            <p className={classes.note}>{t('people.without_heir')}</p>
          ) : null}
          <LeftTasks plan={plan} />
        </>
      ) : null}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" className="destructive" loading={isPending} disabled={plan === undefined}>
          {heir === null ? action : both}
        </Button>
      </div>
    </form>
  );
}

interface Leave {
  readonly run: () => Promise<boolean>;
  readonly isPending: boolean;
  /** What could not be handed over, after access has ended. */
  readonly remaining: HandOverPlan | null;
}

/** Hands the tasks over to the heir, if there is one, and ends the access. */
function useLeaving(props: LeavingFormProps, heir: SelectOption | null): Leave {
  const { id, how, isSavedAfter = false, onDone, onClose } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isPending, perform } = useAction();
  const [remaining, setRemaining] = useState<HandOverPlan | null>(null);
  const give = useCommand<unknown>(handOver);

  /** Ends the access; returns whether it succeeded. */
  const out = async (): Promise<boolean> => {
    if (heir === null) {
      if (!isSavedAfter) await leave(id, how);
      return true;
    }
    const afterwards = isSavedAfter ? {} : { afterwards: how };
    return (await give.run({ from_id: id, to_id: heir.id, ...afterwards })) !== null;
  };
  const run = (): Promise<boolean> =>
    perform(async () => {
      if (!(await out())) return;
      const left = heir === null ? null : await client.fetchQuery(handOverPlanOptions(id, heir.id));
      if (!isSavedAfter) toastSaved(t(how === 'block' ? 'people.blocked' : 'entity.deactivated'));
      await accountsChanged();
      onDone?.();
      if (left !== null && isAnythingLeft(left)) setRemaining(left);
      else onClose();
    });
  return { run, isPending, remaining };
}

function isAnythingLeft({
  tasks,
  kept_documents: kept,
  role_defaults: defaults,
  approver_links: links,
}: HandOverPlan): boolean {
  return tasks.length + kept + defaults + links > 0;
}

interface HeirProps {
  readonly id: number;
  readonly heir: SelectOption | null;
  readonly onChange: (heir: SelectOption | null) => void;
}

function Heir({ id, heir, onChange }: HeirProps): ReactNode {
  const { t } = useTranslation();
  const entities = useEntities();
  return (
    <SearchSelect
      label={t('people.heir')}
      name="heir"
      clearable
      value={heir}
      onChange={onChange}
      searchKey={['heir', id]}
      search={async (text, signal) => {
        const among = { is_group: false, ...ablePeople };
        const found = await findRows(entities, 'lb_user', among, text, signal);
        return found.filter((person) => person.id !== id);
      }}
    />
  );
}
