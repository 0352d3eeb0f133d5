import { ActionIcon } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '../../../../base/money.ts';
import { useHasRole } from '../../../../platform/web/profile.ts';
import type { LineDraft } from '../draft.ts';

export interface SplitButtonProps {
  readonly line: LineDraft;
  /** Counted from 1. */
  readonly position: number;
  readonly onSplit: (line: LineDraft) => void;
}

/**
 * Opens the split dialog (VAL-19); hidden for lines without a net and for people who may not see prices (ROLE-07).
 */
export function SplitButton({ line, position, onSplit }: SplitButtonProps): ReactNode {
  const { t } = useTranslation();
  if (!useHasRole('user-price')) return null;
  return (
    <ActionIcon
      size={28}
      aria-label={t('invoice.split.at', { position })}
      disabled={line.total_netto === null || isZero(line.total_netto)}
      onClick={() => onSplit(line)}
    >
      <IconArrowsSplit2 size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
