import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LineDraft } from '../draft/draft.ts';
import classes from '../punchout/Punchout.module.css';

interface LockedProps {
  readonly line: LineDraft;
  readonly children: ReactNode;
}

/** Disables fields that are fixed in marketplace lines (PUN-08). */
export function Locked({ line, children }: LockedProps): ReactNode {
  const { t } = useTranslation();
  if (line.punchout_cart_id === null) return children;
  return (
    <fieldset disabled className={classes.locked} title={t('error.punchout_line_locked')}>
      {children}
    </fieldset>
  );
}
