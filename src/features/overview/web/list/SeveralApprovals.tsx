import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { loadFirstChunk } from '../../../../platform/web/chunk.ts';
import { usePart } from '../../../../platform/web/use-part.ts';
import type { ListedDocument } from './listed-document.ts';
import classes from './SeveralApprovals.module.css';
import type { SeveralApprovals } from './use-several-approvals.ts';

const loadResult = () => loadFirstChunk(() => import('./ApprovalAnswers.tsx'));

export interface SeveralApprovalsProps {
  readonly approvals: SeveralApprovals;
  readonly documents: readonly ListedDocument[];
}

/** Number of picked documents, and the button that approves all of them (TASK-25). */
export function SeveralApprovalsBar({ approvals, documents }: SeveralApprovalsProps): ReactNode {
  const { t } = useTranslation();
  const { picked, progress } = approvals;
  const pickable = documents.filter(approvals.isPickable);
  const chosen = pickable.filter(({ key }) => picked.has(key));
  if (chosen.length === 0 && progress === null) return null;
  return (
    <section className={classes.bar} aria-label={t('overview.several.title')}>
      <span className={classes.count} aria-live="polite">
        {progress === null
          ? t('overview.several.selected', { count: chosen.length })
          : t('overview.several.running', { ...progress })}
      </span>
      <Button size="compact-sm" loading={progress !== null} onClick={() => approvals.approve(chosen)}>
        {t('overview.several.approve', { count: chosen.length })}
      </Button>
      {chosen.length < pickable.length ? (
        <Button size="compact-sm" variant="default" onClick={() => approvals.pick(pickable)}>
          {t('overview.several.all')}
        </Button>
      ) : null}
      <Button size="compact-sm" variant="subtle" onClick={() => approvals.pick([])}>
        {t('overview.several.none')}
      </Button>
    </section>
  );
}

/** Results of a bulk approval (TASK-25). */
export function SeveralApprovalsResult({ approvals }: { readonly approvals: SeveralApprovals }): ReactNode {
  const result = usePart(loadResult, approvals.answers.length > 0);
  return result === null ? null : <result.ApprovalAnswers approvals={approvals} />;
}
