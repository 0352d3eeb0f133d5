import { Button } from '@mantine/core';
import { IconAlertCircle, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiRefusal, RequestFailed } from '../failure.ts';
import { failureText } from '../failure-text.ts';
import classes from './EmptyState.module.css';

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** What belongs here, or what to do. */
  readonly children?: ReactNode;
  /** The next step. */
  readonly action?: ReactNode;
  /** The only content of the page, so that its title is the page's. */
  readonly isPage?: boolean;
}

/** Shown if there is no content: says what belongs here and offers the next step. */
export function EmptyState({ icon, title, children, action, isPage = false }: EmptyStateProps): ReactNode {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className={classes.state}>
      {icon === undefined ? null : <div className={classes.icon}>{icon}</div>}
      <Title className={classes.title}>{title}</Title>
      {children === undefined ? null : <p className={classes.text}>{children}</p>}
      {action === undefined ? null : <div className={classes.action}>{action}</div>}
    </div>
  );
}

/** Shown instead of content that the person may not see or do. */
export function NoPermission(props: Omit<EmptyStateProps, 'icon'>): ReactNode {
  return <EmptyState {...props} icon={<IconLock size={24} stroke={1.6} aria-hidden />} />;
}

/** A failure that can be tried again. */
export interface RetryProps {
  readonly failure: unknown;
  readonly onRetry: () => void;
}

export interface ErrorStateProps {
  readonly failure: unknown;
  readonly onRetry?: () => void;
  /** As for an empty state. */
  readonly isPage?: boolean;
}

/** Shown if something failed or is not permitted: says what happened and what to do. */
export function ErrorState({ failure, onRetry, isPage = false }: ErrorStateProps): ReactNode {
  const { t } = useTranslation();
  if (failure instanceof ApiRefusal && failure.code === 'permission_denied') {
    return (
      <div role="alert">
        <NoPermission isPage={isPage} title={t('shell.no_permission.title')}>
          {t('shell.no_permission.text')}
        </NoPermission>
      </div>
    );
  }
  const isExpected = failure instanceof ApiRefusal || failure instanceof RequestFailed;
  return (
    <div role="alert">
      <EmptyState
        isPage={isPage}
        icon={<IconAlertCircle size={24} stroke={1.6} aria-hidden />}
        title={t(isExpected ? 'shell.error.not_loaded' : 'shell.error.broken')}
        action={
          onRetry === undefined ? undefined : (
            <Button variant="default" onClick={onRetry}>
              {t('shell.error.retry')}
            </Button>
          )
        }
      >
        {failureText(failure)}
      </EmptyState>
    </div>
  );
}
