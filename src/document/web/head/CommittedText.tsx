import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../../platform/web/format.ts';
import type { Committed } from '../../brief.ts';

export interface CommittedTextProps {
  /** Null without a commitment or for readers without prices. */
  readonly commitment: Pick<Committed, 'net' | 'until'> | null;
  readonly currency: string;
  readonly format: Format;
}

/** "12.000,00 € bis 31.12.2027": the total commitment of a document (CON-39). */
export function CommittedText({ commitment, currency, format }: CommittedTextProps): ReactNode {
  const until = useCommittedUntil(format);
  if (commitment === null) return null;
  return `${format.amount(commitment.net, { currency, decimals: 2 })} ${until(commitment)}`;
}

/** Formats the end of a commitment. */
export function useCommittedUntil(format: Format): (commitment: Pick<Committed, 'until'>) => string {
  const { t } = useTranslation();
  return ({ until }) =>
    until === null
      ? t('overview.commitment.year')
      : t('overview.commitment.until', { day: format.day(until) });
}
