import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { gql } from '../../../../platform/web/api.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { ReadingFailure } from '../../../recognition/reading.ts';
import classes from './FailedRecognitions.module.css';

/** Number of failures shown, newest first. */
const maxFailed = 50;

interface FailedRecognition {
  readonly id: number;
  readonly failure: ReadingFailure;
  readonly ended_at: string;
  /** Null if the person may not see it. */
  readonly invoice: {
    readonly id: number;
    readonly invoice_number_formatted: string | null;
    readonly name: string | null;
    readonly file: { readonly name: string } | null;
  } | null;
}

const query = `{ invoice_recognition(where: { state: { _eq: "failed" } }, order_by: { id: desc }, limit: ${maxFailed}) {
  id failure ended_at invoice { id invoice_number_formatted name file { name } } } }`;

/** Failed recognitions with the reason and a link to each invoice (ADM-17, REC-09). */
export function FailedRecognitions(): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: failed } = useQuery({
    queryKey: ['failed-recognitions'],
    queryFn: async ({ signal }) =>
      (await gql<{ invoice_recognition: readonly FailedRecognition[] }>(query, {}, { signal }))
        .invoice_recognition,
  });
  if (failed === undefined) return null;
  return (
    <section aria-labelledby="failed-recognitions">
      <h2 id="failed-recognitions" className={classes.title}>
        {t('invoice.failed.title')}
      </h2>
      {failed.length === 0 ? <p className="quiet">{t('invoice.failed.none')}</p> : null}
      <ul>
        {failed.map(({ id, failure, ended_at, invoice }) => (
          <li key={id} className={classes.item}>
            <span className="quiet">{format.instant(ended_at)}</span>
            {invoice === null ? null : (
              <Link to="/invoice/form" search={{ id: invoice.id }} className="link">
                {invoice.invoice_number_formatted ?? invoice.file?.name}
              </Link>
            )}
            <span className={classes.why}>
              {t(`timeline.note.recognition_failed.${failure}`)}
              {invoice?.file ? <span className="quiet"> {invoice.file.name}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
