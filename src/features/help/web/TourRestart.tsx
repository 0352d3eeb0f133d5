import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/web/session.ts';
import { useAction } from '../../../platform/web/use-action.ts';
import classes from './HelpPage.module.css';
import { restartTours, toursOptions } from './tour/tour-records.ts';

/** Restarts the tours of all pages (ONB-06). */
export function TourRestart(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const tours = useQuery(toursOptions(session?.userId ?? 0)).data;
  const isOffered = tours?.offered ?? true;
  const isActing = session?.isImpersonating === true;
  const [isDone, setDone] = useState(false);
  const { isPending: isRunning, perform } = useAction();
  const run = (): Promise<boolean> =>
    perform(async () => {
      await restartTours(session?.userId ?? 0);
      setDone(true);
    });
  const textKey = isOffered ? (isDone ? 'done' : 'text') : 'off';
  return (
    <div className={classes.test}>
      <Button
        variant="default"
        loading={isRunning}
        disabled={!isOffered || isActing}
        onClick={() => void run()}
      >
        {t('help.tour.restart')}
      </Button>
      <p role="status" className={classes.result}>
        {t(`help.tour.${textKey}`)}
      </p>
    </div>
  );
}
