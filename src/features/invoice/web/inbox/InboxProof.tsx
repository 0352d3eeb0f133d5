import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type Day } from '../../../../base/day.ts';
import { defaultTimeZone } from '../../../../platform/constants.ts';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { useProfile } from '../../../../platform/web/profile.ts';
import { useAction } from '../../../../platform/web/use-action.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { downloadInbox } from './download-inbox.ts';
import classes from './InboxPage.module.css';

/** Exports everything received between two days for auditors; the default is the last week (REC-13). */
export function InboxProof(): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const timeZone = useProfile()?.timeZone ?? defaultTimeZone;
  const today = format.today();
  const [from, setFrom] = useState<Day | null>(addDays(today, -7));
  const [until, setUntil] = useState<Day | null>(today);
  const { isPending, perform } = useAction();
  const load = async (): Promise<void> => {
    if (from === null || until === null) return;
    await perform(() => downloadInbox(from, until, timeZone, t));
  };
  return (
    <section className={classes.proof} aria-label={t('invoice.inbox.proof.title')}>
      <DayField label={t('invoice.inbox.proof.from')} value={from} onChange={setFrom} />
      <DayField label={t('invoice.inbox.proof.until')} value={until} onChange={setUntil} />
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        disabled={from === null || until === null || from > until}
        loading={isPending}
        onClick={() => void load()}
      >
        {t('invoice.inbox.proof.title')}
      </Button>
    </section>
  );
}
