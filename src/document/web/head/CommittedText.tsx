import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../../platform/web/format.ts';
import type { Committed } from '../../brief.ts';

export interface CommittedTextProps {
  /** Null where there is none, or the reader sees no prices. */
  readonly commitment: Pick<Committed, 'net' | 'until'> | null;
  readonly currency: string;
  readonly format: Format;
}

/** "12.000,00 € bis 31.12.2027": what a document commits to in all (CON-39). */
export function CommittedText({ commitment, currency, format }: CommittedTextProps): ReactNode {
  const until = useCommittedUntil(format);
  if (commitment === null) return null;
  return `${format.amount(commitment.net, { currency, decimals: 2 })} ${until(commitment)}`;
}

/** Until when a commitment is counted, in words. */
export function useCommittedUntil(format: Format): (commitment: Pick<Committed, 'until'>) => string {
  const { t } = useTranslation();
  return ({ until }) =>
    until === null
      ? t('overview.commitment.year')
      : t('overview.commitment.until', { day: format.day(until) });
}
