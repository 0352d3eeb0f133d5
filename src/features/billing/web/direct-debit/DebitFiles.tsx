import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import type { ListedFile } from '../../direct-debit/model.ts';
import classes from '../Billing.module.css';
import { useBillFormat, useEuros } from '../BillView.tsx';
import { downloadFile } from './direct-debit-data.ts';

/** Files made so far, to download again; the bank accepts each once. */
export function DebitFiles({ files }: { readonly files: readonly ListedFile[] }): ReactNode {
  const { t } = useTranslation();
  const euros = useEuros();
  const format = useBillFormat();
  if (files.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2>{t('billing.debits.files')}</h2>
      <ul className={classes.lines}>
        {files.map(({ id, made_at, made_by, schemes, count, total }) => (
          <li key={id}>
            <span>{format.instant(made_at)}</span>
            <span>{schemes}</span>
            <span>{t('billing.debits.file_count', { number: count })}</span>
            <span className={classes.number}>{euros(total)}</span>
            <span className={classes.message}>{made_by}</span>
            <Button
              variant="default"
              size="compact-xs"
              aria-label={t('billing.debits.download_of', { time: format.instant(made_at), schemes })}
              onClick={() => void downloadFile(id).catch(toastFailure)}
            >
              {t('billing.debits.download')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
