import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rest } from '../../../platform/web/api.ts';
import { useSession } from '../../../platform/web/session.ts';
import { useAction } from '../../../platform/web/use-action.ts';
import type { TestMailResult } from '../test-mail.ts';
import classes from './HelpPage.module.css';

/** Sends a test mail and shows the result (ONB-06); not while acting as another person. */
export function MailTest(): ReactNode {
  const { t } = useTranslation();
  const isActing = useSession()?.isImpersonating === true;
  const { isPending: isRunning, perform } = useAction();
  const [result, setResult] = useState<TestMailResult | null>(null);
  const run = async (): Promise<void> => {
    setResult(null);
    await perform(async () =>
      setResult(await rest<TestMailResult>('/api/help/test-mail', { method: 'POST' })),
    );
  };
  return (
    <div className={classes.test}>
      <Button variant="default" loading={isRunning} disabled={isActing} onClick={() => void run()}>
        {t('help.mail.run')}
      </Button>
      <div role="status" className={classes.result}>
        {result === null ? (
          <p>{t(isActing ? 'help.mail.not_acting' : 'help.mail.why')}</p>
        ) : (
          <Result result={result} />
        )}
      </div>
    </div>
  );
}

function Result({ result }: { readonly result: TestMailResult }): ReactNode {
  const { t } = useTranslation();
  const { state, recipient, reason, redirected } = result;
  return (
    <>
      <p>{t(`help.mail.state.${state}`, { recipient })}</p>
      {reason === null ? null : <p>{t('help.mail.reason', { reason })}</p>}
      {redirected ? <p>{t('help.mail.redirected')}</p> : null}
    </>
  );
}
