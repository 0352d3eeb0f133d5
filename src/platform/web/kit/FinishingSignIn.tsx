import { Loader } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './EmptyState.tsx';

interface FinishingSignInProps<Result> {
  /** Completes the sign-in, once regardless of renders. */
  readonly finish: () => Promise<Result>;
  readonly onFinished: (result: Result) => void;
}

/** Waits while a sign-in at a provider is completed; passes on the result unless the person has left the page. */
export function FinishingSignIn<Result>({ finish, onFinished }: FinishingSignInProps<Result>): ReactNode {
  const { t } = useTranslation();
  const begin = useEffectEvent(finish);
  const notify = useEffectEvent(onFinished);
  useEffect(() => {
    let isThere = true;
    void begin().then((result) => {
      if (isThere) notify(result);
    });
    return () => {
      isThere = false;
    };
  }, []);
  return (
    <div role="status">
      <EmptyState
        icon={<Loader size={28} aria-hidden />}
        title={t('accounting_connection.finishing')}
        isPage
      />
    </div>
  );
}
