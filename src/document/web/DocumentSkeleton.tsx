import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DocumentPage.module.css';

/** In the shape of the page to come, so that nothing jumps. */
export function PageSkeleton(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.skeleton} aria-busy="true" role="status">
      <span className="visually-hidden">{t('document.loading')}</span>
      <Skeleton height={28} width={320} />
      <Parts />
    </div>
  );
}

/** The same below title and status, which are there already. */
export function BodySkeleton(): ReactNode {
  return (
    <div className={classes.skeleton} aria-hidden>
      <Parts />
    </div>
  );
}

function Parts(): ReactNode {
  return (
    <>
      <Skeleton height={96} />
      <Skeleton height={32} />
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </>
  );
}
