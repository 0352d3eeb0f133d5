import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { DeletionCounts, DeletionKind } from '../model.ts';
import classes from './Deletion.module.css';

const shown: Readonly<Record<DeletionKind, readonly (keyof DeletionCounts)[]>> = {
  tenant: ['documents', 'lines', 'receipts', 'files', 'people', 'kept', 'held'],
  procurement: [
    'documents',
    'deletable',
    'lines',
    'timelines',
    'receipts',
    'files',
    'kept',
    'held',
    'needed',
  ],
  invoice: ['documents', 'deletable', 'lines', 'timelines', 'files', 'kept', 'held', 'needed'],
};

interface Props {
  readonly kind: DeletionKind;
  readonly counts: DeletionCounts;
  readonly isBusy: boolean;
}

/** Extent of a deletion: what is deleted and what is kept. */
export function DeletionCountList({ kind, counts, isBusy }: Props): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const names = counts.uncovered > 0 ? [...shown[kind], 'uncovered' as const] : shown[kind];
  return (
    <section className={classes.section} aria-labelledby="deletion-preview" aria-busy={isBusy}>
      <h2 id="deletion-preview">{t('deletion.preview')}</h2>
      <dl className={classes.counts}>
        {names.map((name) => (
          <div key={name}>
            <dt>{t(`deletion.count.${name}`)}</dt>
            <dd>{format.quantity(counts[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
