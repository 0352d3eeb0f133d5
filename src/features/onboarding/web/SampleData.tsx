import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entityLabelKey } from '../../../entity/labels.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import type { KeptSample } from '../model.ts';
import classes from './Onboarding.module.css';
import { useSampleRemoval } from './onboarding-data.ts';

/** Removes the sample data, and lists kept records with the reason (ONB-03). */
export function SampleData({ count }: { readonly count: number }): ReactNode {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const removal = useSampleRemoval();
  const kept = removal.data?.kept ?? [];
  const remove = async (): Promise<void> => {
    const done = await removal.mutateAsync().catch(() => null);
    setAsking(false);
    if (done !== null) toastSaved(t('onboarding.sample.removed', { count: done.removed }));
  };
  if (count === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="sample">
      <h2 id="sample">{t('onboarding.sample.title')}</h2>
      <p className={classes.hint}>{t('onboarding.sample.text', { count })}</p>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('onboarding.sample.remove')}
        </Button>
      </div>
      {kept.length === 0 ? null : <KeptList kept={kept} />}
      <ConfirmDialog
        opened={isAsking}
        title={t('onboarding.sample.remove')}
        actionLabel={t('onboarding.sample.remove')}
        isDestructive
        isPending={removal.isPending}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        {t('onboarding.sample.confirm')}
      </ConfirmDialog>
    </section>
  );
}

function KeptList({ kept }: { readonly kept: readonly KeptSample[] }): ReactNode {
  const { t } = useTranslation();
  return (
    <div role="status">
      <p>{t('onboarding.sample.kept')}</p>
      <ul className={classes.kept}>
        {kept.map(({ table, id, name, reason }) => (
          <li key={`${table} ${id}`}>
            {t(
              table === 'procurement' || table === 'invoice'
                ? `onboarding.table.${table}`
                : entityLabelKey(table, 'one'),
            )}{' '}
            <strong>{name}</strong>: {t(`onboarding.sample.reason.${reason}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}
