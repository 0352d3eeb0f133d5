import { Button } from '@mantine/core';
import { IconChecks, IconFileText, IconFilterOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferedEntry } from '../../../../document/add-entries.ts';
import { useFirstSteps } from '../../../../document/web/use-add-entries.ts';
import { EmptyState, ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import classes from './DocumentList.module.css';
import { DocumentRows, type DocumentRowsProps } from './DocumentRows.tsx';
import type { ListEnd, NetSum } from './documents.ts';
import { ListSummary } from './ListSummary.tsx';
import { SeveralApprovalsBar, SeveralApprovalsResult } from './SeveralApprovals.tsx';

export interface DocumentListProps extends DocumentRowsProps {
  /** Net sums of all hits by currency; empty while unknown. */
  readonly net: readonly NetSum[];
  readonly failure: unknown;
  readonly onRetry: () => void;
  /** Jumps to an end of the list and loads rows from there if needed. */
  readonly onJump: (end: ListEnd) => void;
  /** Shown right of the number of hits. */
  readonly toolbar: ReactNode;
  /** Set while filters narrow the list. */
  readonly onReset: (() => void) | undefined;
}

/** One row per document: number, name, step or status, age, amount, one action. */
export function DocumentList(props: DocumentListProps): ReactNode {
  const { tab, count, failure, isLoading, onRetry } = props;
  const { t } = useTranslation();
  const isBroken = Boolean(failure) && isLoading;
  const isEmpty = !isLoading && count === 0;
  return (
    <section className={classes.section} aria-label={t(`overview.tab.${tab}`)}>
      <div className={classes.bar}>
        <div className={classes.hits}>
          <ListSummary
            {...props}
            loaded={props.groups.reduce((total, group) => total + group.documents.length, 0)}
          />
          <Jump {...props} from={props.place.from} />
        </div>
        <div className={classes.toolbar}>{props.toolbar}</div>
      </div>
      {props.approvals === undefined ? null : (
        <>
          <SeveralApprovalsBar
            approvals={props.approvals}
            documents={props.groups.flatMap((group) => group.documents)}
          />
          <SeveralApprovalsResult approvals={props.approvals} />
        </>
      )}
      {isBroken ? <ErrorState failure={failure} onRetry={onRetry} /> : null}
      {isEmpty ? <NothingThere tab={tab} onReset={props.onReset} /> : null}
      {isBroken || isEmpty ? null : <DocumentRows {...props} />}
    </section>
  );
}

interface JumpProps extends Pick<DocumentListProps, 'onJump' | 'onMore'> {
  readonly from: ListEnd;
}

/** Link to the other end of a list that is not fully loaded. */
export function Jump({ from, onMore, onJump }: JumpProps): ReactNode {
  const { t } = useTranslation();
  if (onMore === undefined) return null;
  const other = from === 'start' ? 'end' : 'start';
  return (
    <button type="button" className={classes.jump} onClick={() => onJump(other)}>
      {t(`overview.jump.${other}`)}
    </button>
  );
}

/** An empty list offers what fills it, to those who may do it. */
export function NothingThere({ tab, onReset }: Pick<DocumentListProps, 'tab' | 'onReset'>): ReactNode {
  const { t } = useTranslation();
  const steps = useFirstSteps(tab);
  if (onReset !== undefined) {
    return (
      <EmptyState
        icon={<IconFilterOff size={24} stroke={1.6} aria-hidden />}
        title={t('overview.no_hits.title')}
        action={
          <Button variant="default" onClick={onReset}>
            {t('overview.filter.reset')}
          </Button>
        }
      >
        {t('overview.no_hits.text')}
      </EmptyState>
    );
  }
  const Icon = tab === 'tasks' ? IconChecks : IconFileText;
  return (
    <EmptyState
      icon={<Icon size={24} stroke={1.6} aria-hidden />}
      title={t(`overview.empty.${tab}.title`)}
      action={steps.length === 0 ? undefined : <FirstSteps steps={steps} />}
    >
      {t(`overview.empty.${tab}.text`)}
    </EmptyState>
  );
}

function FirstSteps({ steps }: { readonly steps: readonly OfferedEntry[] }): ReactNode {
  const { t } = useTranslation();
  return steps.map((step, place) => (
    <Button
      key={step.key}
      variant={place === 0 ? 'filled' : 'default'}
      renderRoot={(props) => <Link {...props} to={step.to} search={step.search ?? {}} />}
    >
      {t(`shell.add.${step.key}`)}
    </Button>
  ));
}
