import { Button, Loader } from '@mantine/core';
import { IconInfoCircle, IconSparkles } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttachments } from '../../../../document/web/head/use-attachments.ts';
import { uploadLimitBytes } from '../../../../platform/constants.ts';
import { FileDrop } from '../../../../platform/web/kit/FileDrop.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { isWorkedOn } from '../../files.ts';
import type { ContractForm } from '../use-contract-form.ts';
import { useShownProposals } from './proposals-context.ts';
import classes from './ReadingPanel.module.css';

/** Uploads a contract document, shows the state of its reading, and takes all proposals together (CON-01). */
export function ReadingPanel({ form }: { readonly form: ContractForm }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const proposals = useShownProposals();
  const { add, sending } = useAttachments(form);
  // Files added to a contract without an open task are stored but not read.
  if (proposals === null || !isWorkedOn(form.situation)) return null;
  const { isReading, file, failure, readAgain } = proposals;
  const isBusy = isReading || sending.length > 0;
  return (
    <section className={classes.panel} aria-label={t('contract.reading.title')}>
      <div aria-live="polite">
        {isBusy ? (
          <p className={classes.note}>
            <Loader size={16} color="var(--k-progress-dot)" />
            {t('contract.reading.running')}
          </p>
        ) : null}
        {!isBusy && failure !== null ? (
          <p className={classes.note} data-bad>
            <IconInfoCircle size={16} stroke={1.6} aria-hidden />
            <span className={classes.text}>{t(`timeline.note.recognition_failed.${failure}`)}</span>
            <Button size="compact-sm" variant="default" onClick={readAgain}>
              {t('contract.actions.read_again')}
            </Button>
          </p>
        ) : null}
        {!isBusy && file !== null ? <Found /> : null}
      </div>
      {isBusy || file !== null ? null : (
        <FileDrop
          label={t('contract.reading.drop')}
          hint={t('contract.reading.types', { size: format.quantity(uploadLimitBytes / 1024 / 1024) })}
          accept=".pdf,application/pdf"
          onFiles={add}
        />
      )}
    </section>
  );
}

/** The number of open proposals. */
function Found(): ReactNode {
  const { t } = useTranslation();
  const proposals = useShownProposals();
  if (proposals === null) return null;
  const { shown, take, file } = proposals;
  const open = shown.filter(({ state }) => state !== 'same');
  const free = open.filter(({ state, values }) => state === 'free' && values !== null);
  const name = file?.name ?? '';
  return (
    <p className={classes.note}>
      <IconSparkles size={16} stroke={1.6} aria-hidden />
      <span className={classes.text}>
        {shown.length === 0
          ? t('contract.reading.nothing', { name })
          : open.length === 0
            ? t('contract.reading.settled', { name })
            : t('contract.reading.found', { count: open.length, name })}
      </span>
      {free.length === 0 ? null : (
        <Button size="compact-sm" variant="default" onClick={() => take(free)}>
          {t('contract.reading.take_all', { count: free.length })}
        </Button>
      )}
    </p>
  );
}
