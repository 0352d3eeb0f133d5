import { Alert, Button, Loader } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText, refusalText } from '../../../../platform/web/failure-text.ts';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import { useAction } from '../../../../platform/web/use-action.ts';
import { type PagePlan, planProblem } from '../../page-plan.ts';
import { arrangePages } from '../upload/received.ts';
import { asProposed, asShown, planOf } from './arrangement.ts';
import { PageParts } from './PageParts.tsx';
import classes from './PagesDialog.module.css';
import { type OpenPages, type PageInvoice, PagesNotOpened } from './page-source.ts';
import { useArrangement } from './use-arrangement.ts';
import { usePageSources } from './use-page-sources.ts';

export interface PagesDialogProps {
  readonly invoices: readonly PageInvoice[];
  readonly onArranged: () => void;
  readonly onClose: () => void;
}

/** All pages of received files: split, joined, turned and left out before the recognition (REC-12). */
export function PagesDialog({ invoices, onArranged, onClose }: PagesDialogProps): ReactNode {
  const { t } = useTranslation();
  const { sources, failure } = usePageSources(invoices);
  return (
    <LargeDialog title={t('invoice.pages.title')} size="min(1200px, 96vw)" onClose={onClose}>
      {failure === null ? null : <Failure text={textOf(t, failure)} />}
      {sources === null && failure === null ? (
        <div className={classes.loading}>
          <Loader size={24} aria-label={t('invoice.pages.loading')} />
        </div>
      ) : null}
      {sources === null ? null : <Table sources={sources} onArranged={onArranged} onClose={onClose} />}
    </LargeDialog>
  );
}

function textOf(t: TFunction, failure: unknown): string {
  return failure instanceof PagesNotOpened
    ? t(`invoice.pages.failure.${failure.failure}`, { name: failure.file })
    : failureText(failure);
}

function Failure({ text }: { readonly text: string }): ReactNode {
  return (
    <Alert color="red" role="alert" className={classes.failure}>
      {text}
    </Alert>
  );
}

interface TableProps extends Omit<PagesDialogProps, 'invoices'> {
  readonly sources: readonly OpenPages[];
}

function Table({ sources, onArranged, onClose }: TableProps): ReactNode {
  const { t } = useTranslation();
  const first = useMemo(() => asShown(sources), [sources]);
  const proposed = useMemo(() => asProposed(sources), [sources]);
  const table = useArrangement(proposed);
  const plan = planOf(table.arrangement);
  const applying = useApplying(sources, plan, () => {
    toastSaved(t('invoice.pages.done', { count: plan.length }));
    onArranged();
  });
  const problem = planProblem(plan, sources);
  const isChanged = JSON.stringify(plan) !== JSON.stringify(planOf(first));
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || table.undo === null) return;
    event.preventDefault();
    table.undo();
  });
  return (
    <>
      <p className={classes.hint}>
        {t('invoice.pages.hint')} {sources.some(({ isRead }) => isRead) ? t('invoice.pages.read_anew') : null}{' '}
        {proposed.length > first.length ? t('invoice.pages.proposed') : null}
      </p>
      <PageParts sources={sources} table={table} />
      {applying.failure === null ? null : <Failure text={textOf(t, applying.failure)} />}
      {problem === null ? null : <Failure text={refusalText(problem.code, problem.values)} />}
      <div className={classes.foot}>
        <Button
          variant="subtle"
          disabled={table.undo === null}
          leftSection={<IconArrowBackUp size={16} stroke={1.6} aria-hidden />}
          onClick={() => table.undo?.()}
        >
          <span className={classes.undo}>{t('invoice.pages.undo')}</span>
        </Button>
        <span className={classes.result} aria-live="polite">
          {t('invoice.pages.result', { count: plan.length })}
        </span>
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button
          disabled={!isChanged || problem !== null}
          loading={applying.isPending}
          onClick={() => void applying.apply()}
        >
          {t('invoice.pages.apply')}
        </Button>
      </div>
    </>
  );
}

/** A retry with the same plan keeps its idempotency key. */
function useApplying(sources: readonly OpenPages[], plan: PagePlan, onDone: () => void) {
  const [failure, setFailure] = useState<unknown>(null);
  const { isPending, perform } = useAction(setFailure);
  const attempt = useRef({ plan: '', key: '' });
  const apply = async (): Promise<void> => {
    const written = JSON.stringify(plan);
    if (attempt.current.plan !== written) attempt.current = { plan: written, key: uniqueKey() };
    setFailure(null);
    const ids = sources.map(({ id }) => id);
    await perform(async () => {
      await arrangePages(ids, plan, attempt.current.key);
      onDone();
    });
  };
  return { isPending, failure, apply };
}
