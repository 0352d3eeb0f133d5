import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { gql } from '../../../../platform/web/api.ts';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { CartAnswer } from '../../punchout-cart.ts';
import classes from './Punchout.module.css';

interface LogRow {
  readonly id: number;
  readonly direction: 'incoming' | 'outgoing';
  readonly method: string | null;
  readonly url: string | null;
  readonly status: number | null;
  readonly header: Readonly<Record<string, string>> | null;
  readonly request?: string | null;
  readonly response?: string | null;
  readonly created_at: string;
}

/** So many are shown, the newest first. */
const mostRows = 50;

interface LogDialogProps {
  readonly cart: CartAnswer;
  readonly onClose: () => void;
}

/** What was said between us and a shop about a cart, without secrets (PUN-09). */
export function LogDialog({ cart, onClose }: LogDialogProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  const { data: rows } = useQuery({
    queryKey: ['punchout-log', cart.id, seesPrices],
    queryFn: async ({ signal }) => {
      // Messages tell prices.
      const content = seesPrices ? 'request response' : '';
      const query = `query ($id: bigint!) { punchout_log(where: { cart_id: { _eq: $id } }, order_by: { id: desc }, limit: ${mostRows}) {
        id direction method url status header created_at ${content} } }`;
      const answer = await gql<{ punchout_log: readonly LogRow[] }>(query, { id: cart.id }, { signal });
      return answer.punchout_log;
    },
  });
  return (
    <LargeDialog size={860} title={t('punchout.log_title', cart.marketplace)} onClose={onClose}>
      {rows?.length === 0 ? <p>{t('punchout.log_empty')}</p> : null}
      <ul className={classes.items} aria-label={t('punchout.log')}>
        {rows?.map(({ id, direction, method, url, status, header, request, response, created_at: at }) => (
          <li key={id} className={classes.said}>
            <strong>{t(`punchout.direction.${direction}`)}</strong> {method} {url}{' '}
            <span className={classes.quiet}>
              {[format.instant(at), status].filter((each) => each !== null).join(', ')}
            </span>
            <Content label={t('punchout.log_header')} text={header && JSON.stringify(header, null, 2)} />
            <Content label={t('punchout.log_request')} text={request} />
            <Content label={t('punchout.log_response')} text={response} />
          </li>
        ))}
      </ul>
    </LargeDialog>
  );
}

function Content({
  label,
  text,
}: {
  readonly label: string;
  readonly text: string | null | undefined;
}): ReactNode {
  if (!text) return null;
  return (
    <details>
      <summary>{label}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (axe scrollable-region-focusable) */}
      <pre className={classes.message} tabIndex={0}>
        {text}
      </pre>
    </details>
  );
}
