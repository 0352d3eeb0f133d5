import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MeaningBadge } from '../../platform/web/kit/MeaningBadge.tsx';
import { type DocumentKind, statusMeaning } from '../../timeline/kinds.ts';

export interface StatusBadgeProps {
  readonly kind: DocumentKind;
  readonly status: string;
  /** For lists: dot and word without a tinted background. */
  readonly plain?: boolean;
}

/** The status of a document; its color always comes with its word. */
export function StatusBadge({ kind, status, plain = false }: StatusBadgeProps): ReactNode {
  const { t } = useTranslation();
  return (
    <MeaningBadge meaning={statusMeaning(kind, status)} plain={plain}>
      {t(`status.${kind}.${status}`)}
    </MeaningBadge>
  );
}
