import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { RightsAnswer, RightsReview } from '../model.ts';
import classes from './Rights.module.css';
import { RightsMatrix } from './RightsMatrix.tsx';
import { confirmRights, reviewOptions, rightsOptions } from './rights-data.ts';

/** `/admin/rights`: people and their rights to look at, print and confirm once a year (ADM-21). */
export function RightsPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(rightsOptions());
  const [shown, setShown] = useState<number | null>(null);
  return (
    <>
      <PageTitleRow title={t('rights_review.title')} onBack={() => void navigate({ to: '/admin' })}>
        <Button variant="default" onClick={() => window.print()}>
          {t('rights_review.print')}
        </Button>
        {data === undefined ? null : <ConfirmButton answer={data} />}
      </PageTitleRow>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <div className={classes.scroll} tabIndex={0}>
        {error === null ? null : <ErrorState failure={error} onRetry={() => void refetch()} />}
        {data === undefined ? (
          <Skeleton height={200} />
        ) : (
          <>
            <Reviews answer={data} shown={shown} onShow={setShown} />
            {shown === null ? <RightsMatrix people={data.people} /> : <Former id={shown} />}
          </>
        )}
      </div>
    </>
  );
}

function ConfirmButton({ answer: { sha256 } }: { readonly answer: RightsAnswer }): ReactNode {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { isPending, perform } = useAction();
  const confirm = (): Promise<boolean> =>
    perform(async () => {
      const isComplete = await confirmRights(sha256);
      toastSaved(t(isComplete ? 'rights_review.confirmed' : 'rights_review.waits'));
      setAsking(false);
    });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('rights_review.confirm')}</Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('rights_review.confirm')}
        actionLabel={t('rights_review.confirm')}
        isPending={isPending}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        {t('rights_review.confirm_about')}
      </ConfirmDialog>
    </>
  );
}

interface ReviewsProps {
  readonly answer: RightsAnswer;
  readonly shown: number | null;
  readonly onShow: (id: number | null) => void;
}

function Reviews({ answer: { reviews, is_due }, shown, onShow }: ReviewsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={classes.reviews} aria-label={t('rights_review.reviews')}>
      <p className="quiet">{t('rights_review.about')}</p>
      {is_due ? <p role="status">{t('rights_review.is_due')}</p> : null}
      <ul>
        {reviews.map((review) => (
          <ReviewRow key={review.id} review={review} isShown={review.id === shown} onShow={onShow} />
        ))}
      </ul>
    </section>
  );
}

interface ReviewRowProps {
  readonly review: RightsReview;
  readonly isShown: boolean;
  readonly onShow: ReviewsProps['onShow'];
}

function ReviewRow({ review, isShown, onShow }: ReviewRowProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, confirmed_by, confirmed_at, second_by, second_at, is_alone } = review;
  const second =
    second_by === null || second_at === null
      ? t(is_alone ? 'rights_review.alone' : 'rights_review.waits')
      : t('rights_review.second', { person: second_by, time: format.instant(second_at) });
  return (
    <li className={classes.review}>
      <span>
        {t('rights_review.first', { person: confirmed_by, time: format.instant(confirmed_at) })} · {second}
      </span>
      <Button variant="subtle" size="compact-sm" onClick={() => onShow(isShown ? null : id)}>
        {t(isShown ? 'rights_review.show_now' : 'rights_review.show')}
      </Button>
    </li>
  );
}

function Former({ id }: { readonly id: number }): ReactNode {
  const { data, error, refetch } = useQuery(reviewOptions(id));
  if (error !== null) return <ErrorState failure={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Skeleton height={200} /> : <RightsMatrix people={data.people} />;
}
