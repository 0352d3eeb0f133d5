import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commentLength } from '../../../platform/constants.ts';
import { failureText, refusalText } from '../../../platform/web/failure-text.ts';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import type { LinkAnswer } from '../../link-answer.ts';
import classes from './ApprovalLink.module.css';
import type { ApprovalLink } from './use-approval-link.ts';

export interface LinkButtonsProps {
  readonly link: ApprovalLink;
  readonly refusal: LinkAnswer['refusal'];
  /** The document, for people who must log in before they decide. */
  readonly document: LinkAnswer['document'];
}

/** The two buttons and their questions: a reason, or a confirmation of doubts (TASK-06, API-41). */
export function LinkButtons({ link, refusal, document }: LinkButtonsProps): ReactNode {
  const { t } = useTranslation();
  const { askedBack, failure, pending, decide } = link;
  const [isDeclining, setDeclining] = useState(false);
  if (askedBack !== null)
    return (
      <div className={classes.bar} role="alertdialog" aria-label={t('shell.confirm_title')}>
        {askedBack.questions.map(({ code, hash, values }) => (
          <p key={hash} className={classes.doubt}>
            {refusalText(code, values)}
          </p>
        ))}
        <div className={classes.buttons}>
          <Button variant="default" onClick={askedBack.cancel} autoFocus>
            {t('shell.back')}
          </Button>
          <Button onClick={askedBack.confirm}>{t('approval_link.approve_anyway')}</Button>
        </div>
      </div>
    );
  if (isDeclining) return <Declining link={link} onClose={() => setDeclining(false)} />;
  return (
    <div className={classes.bar}>
      <Failure failure={failure} />
      {refusal === null ? null : (
        <p className={classes.doubt}>
          {t('approval_link.not_allowed', { reason: refusalText(refusal.code, refusal.values) })}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" disabled={pending !== null} onClick={() => setDeclining(true)}>
          {t('approval_link.decline')}
        </Button>
        {refusal?.code === 'approval_needs_passkey' && document !== null ? (
          <Button component="a" href={document.path}>
            {t('approval_link.to_login')}
          </Button>
        ) : (
          <Button
            disabled={refusal !== null}
            loading={pending === 'approve'}
            onClick={() => decide('approve', null)}
          >
            {t('approval_link.approve')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Declining({
  link: { decide, pending, failure },
  onClose,
}: {
  readonly link: ApprovalLink;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const [comment, setComment] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = comment.trim() === '';
  const decline = (): void => {
    setTried(true);
    if (!isMissing) decide('decline', comment.trim());
  };
  return (
    <div className={classes.bar}>
      <Failure failure={failure} />
      <TextField
        label={t('approval_link.reason')}
        required
        autoFocus
        rows={3}
        maxLength={commentLength}
        error={isTried && isMissing ? t('error.comment_required') : null}
        value={comment}
        onChange={setComment}
      />
      <div className={classes.buttons}>
        <Button variant="default" disabled={pending !== null} onClick={onClose}>
          {t('shell.back')}
        </Button>
        <Button className="destructive" loading={pending === 'decline'} onClick={decline}>
          {t('approval_link.decline')}
        </Button>
      </div>
    </div>
  );
}

function Failure({ failure }: { readonly failure: unknown }): ReactNode {
  if (failure === null) return null;
  return (
    <p role="alert" className={classes.doubt}>
      {failureText(failure)}
    </p>
  );
}
