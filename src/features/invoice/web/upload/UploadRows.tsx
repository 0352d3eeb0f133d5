import { Button, Checkbox, Loader, Progress as ProgressBar } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockHour4,
  IconCloudOff,
  IconCopyCheck,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import classes from './InvoiceUploadPage.module.css';
import {
  hasPages,
  type Progress,
  progressOf,
  type ReceivedInvoice,
  shownFile,
  skipRecognition,
} from './received.ts';
import type { SentFile } from './use-sending.ts';

const icons: Readonly<Record<Progress, ReactNode>> = {
  waiting: <IconCircleDashed size={18} stroke={1.6} aria-hidden />,
  queued: <IconClockHour4 size={18} stroke={1.6} aria-hidden />,
  running: <Loader size={16} aria-hidden />,
  done: <IconCircleCheck size={18} stroke={1.6} className={classes.good} aria-hidden />,
  failed: <IconAlertTriangle size={18} stroke={1.6} className={classes.bad} aria-hidden />,
  gone_on: <IconCircleCheck size={18} stroke={1.6} aria-hidden />,
};

interface ReceivedRowProps extends PagesProps {
  readonly onChanged: () => void;
}

/** An uploaded invoice with a link to it. */
export function ReceivedRow({ invoice, onChanged, ...pages }: ReceivedRowProps): ReactNode {
  const { t } = useTranslation();
  const progress = progressOf(invoice);
  const [last] = invoice.invoice_recognitions;
  const name = shownFile(invoice)?.name ?? invoice.name ?? '';
  const reason =
    progress === 'failed' && last?.failure ? t(`timeline.note.recognition_failed.${last.failure}`) : null;
  return (
    <li className={classes.row}>
      <Chosen invoice={invoice} {...pages} />
      <span className={classes.icon}>{icons[progress]}</span>
      <Link to="/invoice/form" search={{ id: invoice.id }} className={classes.open}>
        {name}
      </Link>
      <span className={classes.quiet}>
        {[invoice.invoice_number_formatted, sellerOf(invoice)].filter(Boolean).join(' · ')}
      </span>
      <span className={classes.state}>{reason ?? t(`invoice.upload.state.${progress}`)}</span>
      {progress === 'running' ? (
        <ProgressBar value={last?.job?.progress ?? 0} className={classes.progress} aria-hidden />
      ) : null}
      <ArrangeButton invoice={invoice} {...pages} />
      {progress === 'waiting' ? (
        <span className={classes.tools}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('invoice.upload.skip_named', { name })}
            onClick={() => void skipRecognition(invoice.id).catch(toastFailure).finally(onChanged)}
          >
            {t('invoice.upload.skip')}
          </Button>
        </span>
      ) : null}
    </li>
  );
}

interface PagesProps {
  readonly invoice: ReceivedInvoice;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onArrange: () => void;
}

/** Selects invoices to join (REC-12). */
function Chosen({ invoice, isChosen, onChoose }: PagesProps): ReactNode {
  const { t } = useTranslation();
  if (!hasPages(invoice)) return <span className={classes.choice} />;
  return (
    <Checkbox
      className={classes.choice}
      aria-label={t('invoice.pages.choose', { name: shownFile(invoice)?.name })}
      checked={isChosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
    />
  );
}

function ArrangeButton({ invoice, onArrange }: PagesProps): ReactNode {
  const { t } = useTranslation();
  if (!hasPages(invoice)) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('invoice.pages.open_named', { name: shownFile(invoice)?.name })}
      onClick={onArrange}
    >
      {t('invoice.pages.open')}
    </Button>
  );
}

/** The seller, if known; before the recognition the name of an invoice is its file name. */
function sellerOf(invoice: ReceivedInvoice): string | null {
  return invoice.supplier?.name ?? (progressOf(invoice) === 'done' ? invoice.name : null);
}

interface SentRowProps {
  readonly sent: SentFile;
  readonly onSendAgain: () => void;
  readonly onTakeAnyway: () => void;
  readonly onForget: () => void;
}

/** A file during upload, or not received with the reason. */
export function SentRow({ sent, onSendAgain, onTakeAnyway, onForget }: SentRowProps): ReactNode {
  const { t } = useTranslation();
  const { file, state, reason, duplicate } = sent;
  if (state === 'waiting' || state === 'sending') {
    return (
      <li className={classes.row}>
        <span className={classes.icon}>
          <Loader size={16} aria-hidden />
        </span>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.state}>{t('document.files.sending')}</span>
      </li>
    );
  }
  return (
    <li className={classes.row}>
      <span className={classes.icon}>{iconOf(sent)}</span>
      <span className={classes.name}>{file.name}</span>
      <span className={classes.reason}>
        {state === 'unanswered' ? t('invoice.upload.unanswered') : reason}
      </span>
      {duplicate?.id ? (
        <Link to="/invoice/form" search={{ id: duplicate.id }} className={classes.link}>
          {t('invoice.upload.show', { number: duplicate.number })}
        </Link>
      ) : null}
      {state === 'unanswered' ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('invoice.upload.send_again_named', { name: file.name })}
          onClick={onSendAgain}
        >
          {t('invoice.upload.send_again')}
        </Button>
      ) : null}
      {duplicate ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('invoice.upload.anyway_named', { name: file.name })}
          onClick={onTakeAnyway}
        >
          {t('invoice.upload.anyway')}
        </Button>
      ) : null}
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t('invoice.upload.forget_named', { name: file.name })}
        onClick={onForget}
      >
        {t('invoice.upload.forget')}
      </Button>
    </li>
  );
}

function iconOf({ state, duplicate }: SentFile): ReactNode {
  if (state === 'unanswered') return <IconCloudOff size={18} stroke={1.6} aria-hidden />;
  return duplicate ? (
    <IconCopyCheck size={18} stroke={1.6} className={classes.bad} aria-hidden />
  ) : (
    <IconAlertTriangle size={18} stroke={1.6} className={classes.bad} aria-hidden />
  );
}
