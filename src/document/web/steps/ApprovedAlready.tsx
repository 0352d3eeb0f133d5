import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../../platform/web/profile.ts';
import { repeatReason } from '../../approval/repeated.ts';
import type { Kind } from '../../kind.ts';
import classes from '../ApprovalDifferences.module.css';
import type { ShownDocument } from '../document.ts';
import { timelineOf } from '../timeline-of.ts';

export interface ApprovedAlreadyProps {
  readonly kind: Kind;
  readonly document: ShownDocument;
}

/** Says why a person who approved in this round approves once more (APPR-15). */
export function ApprovedAlready({ kind, document }: ApprovedAlreadyProps): ReactNode {
  const { t } = useTranslation();
  const profile = useProfile();
  const reason = repeatReason(timelineOf(document.timeline), kind.entries.approval, profile?.id ?? 0);
  if (reason === null) return null;
  const title = t('document.approval.again.title');
  return (
    <section className={classes.note} aria-label={title}>
      <IconInfoCircle size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <strong>{title}</strong>
        <p>{t(`document.approval.again.${reason}`)}</p>
      </div>
    </section>
  );
}
