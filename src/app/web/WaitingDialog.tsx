import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companiesOfChanges, type RetiredRows } from '../../entity/draft.ts';
import type { Entity } from '../../entity/entity.ts';
import type { SaveQuestion, SaveQuestionProps } from '../../entity/web/entity-catalog.tsx';
import { setActive } from '../../entity/web/entity-data.ts';
import { groupsOffQuestion } from '../../features/configuration/web/GroupsOffDialog.tsx';
import { steeringOf } from '../../features/control/reach.ts';
import { leavingQuestion } from '../../features/people/web/LeavingDialog.tsx';
import { ConfirmDialog } from '../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure, toastSaved } from '../../platform/web/toasts.tsx';
import { WaitingDocuments, WaitingOfRows, waitingOptions } from './WaitingDocuments.tsx';

/**
 * Shows the open documents that use a record or setting to be deactivated or changed; without any, does not ask
 * (PROC-43).
 */
function WaitingDialog(props: SaveQuestionProps): ReactNode {
  const { entity, id, name, retired, changed, isSavedAfter, onDone, onClose } = props;
  const { t } = useTranslation();
  const [isPending, setPending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const steering = steeringOf(entity.table, changed);
  const rows = isSettings(entity) ? retired : [...retired, ...steeredRows(props, steering)];
  const waiting = waitingOptions(rows, isSettings(entity) ? steering : []);
  const { data, error } = useQuery(waiting);
  const run = async (): Promise<void> => {
    setPending(true);
    try {
      if (!isSavedAfter) {
        await setActive(entity, id, false, { isWaitingReported: true });
        toastSaved(t('entity.deactivated'));
      }
      onDone();
    } catch (failure) {
      toastFailure(failure);
    } finally {
      onClose();
    }
  };
  const goOn = useEffectEvent(() => {
    // Once the dialog is open the person must answer, even if the documents are done after a reload.
    if (isAsking || isPending) return;
    if (data !== undefined && data.length > 0) setAsking(true);
    else if (data !== undefined) void run();
    else {
      toastFailure(error);
      onClose();
    }
  });
  useEffect(() => {
    if (data !== undefined || error !== null) goOn();
  }, [data, error]);
  return (
    <ConfirmDialog
      opened={isAsking}
      title={t('entity.waiting.title', { name: isSettings(entity) ? t('settings.title') : name })}
      actionLabel={t(retired.length === 0 ? 'entity.save' : 'entity.deactivate')}
      isPending={isPending}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      {data === undefined || data.length === 0 ? null : (
        <WaitingDocuments kinds={data} isChange={retired.length === 0} />
      )}
    </ConfirmDialog>
  );
}

/** The record by its changed columns, and by its changed children in their companies. */
function steeredRows(
  { entity, id, edited }: SaveQuestionProps,
  steering: readonly string[],
): readonly RetiredRows[] {
  const { table } = entity;
  const columns = steering.filter((name) => !name.includes('.'));
  const ofChildren = steering.filter((name) => name.includes('.'));
  const clients = edited && companiesOfChanges(entity, ofChildren, edited.before, edited.after);
  return [
    ...(columns.length === 0 ? [] : [{ table, ids: [id], columns }]),
    ...(ofChildren.length === 0 ? [] : [{ table, ids: [id], ...(clients && { clients }) }]),
  ];
}

function isSettings({ table }: Entity): boolean {
  return table === 'configuration';
}

export const waitingQuestion: SaveQuestion = {
  isNeeded: ({ entity, changed, retired }) =>
    retired.length > 0 || steeringOf(entity.table, changed).length > 0,
  Part: WaitingDialog,
  OfRows: WaitingOfRows,
};

/** For people: open work of a leaving person is handed over (ADM-10); other changes ask like other master data. */
export const personQuestion: SaveQuestion = {
  ...waitingQuestion,
  Part: (props) =>
    props.retired.some(({ table }) => table === props.entity.table) ? (
      <leavingQuestion.Part {...props} />
    ) : (
      <WaitingDialog {...props} />
    ),
};

/** For settings; first warns that permission groups stay effective without their module (ROLE-18). */
export const settingsQuestion: SaveQuestion = {
  isNeeded: (change) => groupsOffQuestion.isNeeded(change) || waitingQuestion.isNeeded(change),
  Part: (props) =>
    props.changed.includes('module_permissions') ? (
      <groupsOffQuestion.Part {...props} />
    ) : (
      <WaitingDialog {...props} />
    ),
};
