import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './HelpPage.module.css';

/** Long enough to be noticed. */
const openForMs = 600;

/** Tests whether the browser allows windows, which shops and external sign-ins need (ONB-06). */
export function PopupTest(): ReactNode {
  const { t } = useTranslation();
  const [result, setResult] = useState<'allowed' | 'blocked' | null>(null);
  const run = (): void => {
    const opened = window.open('about:blank', '_blank', 'popup,width=320,height=200');
    const isBlocked = opened === null || opened.closed;
    if (!isBlocked) setTimeout(() => opened.close(), openForMs);
    setResult(isBlocked ? 'blocked' : 'allowed');
  };
  return (
    <div className={classes.test}>
      <Button variant="default" onClick={run}>
        {t('help.popup.run')}
      </Button>
      <p role="status" className={classes.result}>
        {result === null ? t('help.popup.why') : t(`help.popup.${result}`)}
      </p>
    </div>
  );
}
