import { Button } from '@mantine/core';
import { IconMapQuestion, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChunkFailed } from '../../platform/web/chunk.ts';
import { EmptyState, ErrorState } from '../../platform/web/kit/EmptyState.tsx';
import { usePageTitle } from '../../platform/web/kit/PageTitleRow.tsx';

/** An address that does not exist (NAV-01). */
export function NotFound(): ReactNode {
  const { t } = useTranslation();
  usePageTitle(t('shell.not_found.title'));
  return (
    <EmptyState
      isPage
      icon={<IconMapQuestion size={24} stroke={1.6} aria-hidden />}
      title={t('shell.not_found.title')}
      action={
        <Button component={Link} to="/" variant="default">
          {t('shell.not_found.to_index')}
        </Button>
      }
    >
      {t('shell.not_found.text')}
    </EmptyState>
  );
}

/** A page that failed: a chunk did not load (NAV-23), or there is a bug. */
export function PageFailure({ error }: { readonly error: unknown }): ReactNode {
  const { t } = useTranslation();
  const reload = (): void => location.reload();
  if (!(error instanceof ChunkFailed)) return <ErrorState isPage failure={error} onRetry={reload} />;
  return (
    <div role="alert">
      <EmptyState
        isPage
        icon={<IconRefresh size={24} stroke={1.6} aria-hidden />}
        title={t('shell.chunk_failed.title')}
        action={<Button onClick={reload}>{t('shell.chunk_failed.reload')}</Button>}
      >
        {t('shell.chunk_failed.text')}
      </EmptyState>
    </div>
  );
}

/** The same without a shell. */
export function NotFoundAlone(): ReactNode {
  return (
    <main>
      <NotFound />
    </main>
  );
}

export function PageFailureAlone(props: { readonly error: unknown }): ReactNode {
  return (
    <main>
      <PageFailure {...props} />
    </main>
  );
}
