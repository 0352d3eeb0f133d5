import { Button, Skeleton } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalPlaces } from '../../../platform/constants.ts';
import { loadChunk } from '../../../platform/web/chunk.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { type Format, formatOf } from '../../../platform/web/format.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import type { RetryProps } from '../../../platform/web/kit/EmptyState.tsx';
import { linkLifetimeHours } from '../../approval/mail-link.ts';
import type { LinkAnswer, MadeDecision } from '../../link-answer.ts';
import classes from './ApprovalLink.module.css';
import { LinkBrief } from './LinkBrief.tsx';
import { LinkButtons } from './LinkButtons.tsx';
import { LinkFrame } from './LinkFrame.tsx';
import { useApprovalLink } from './use-approval-link.ts';

const LinkOriginal = lazy(() =>
  loadChunk(() => import('./LinkOriginal.tsx')).then((chunk) => ({ default: chunk.LinkOriginal })),
);

/**
 * The page of a mail link, without login: the document and two buttons (MAIL-06). The token follows the `#` and is
 * only sent in request bodies.
 */
export function ApprovalLinkPage(): ReactNode {
  const token = useLocation({ select: ({ hash }) => hash });
  return token === '' ? <UselessLink /> : <ApprovalLinkOf key={token} token={token} />;
}

function ApprovalLinkOf({ token }: { readonly token: string }): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const link = useApprovalLink(token);
  const { answer, unread } = link;
  const zone = answer?.timeZone;
  const format = useMemo(
    () => (zone === undefined ? null : formatOf(language, decimalPlaces.default, zone)),
    [language, zone],
  );
  if (unread !== null) return <Unread failure={unread} onRetry={link.readAgain} />;
  if (answer === undefined || format === null)
    return (
      <LinkFrame title={t('approval_link.title')}>
        <Skeleton height={220} mt={16} />
      </LinkFrame>
    );
  const { brief, document, original, person, tenant, refusal } = answer;
  if (brief === null) return <Ended answer={answer} format={format} />;
  return (
    <LinkFrame
      title={brief.name ?? t('approval_link.unnamed')}
      number={brief.number}
      intro={t('approval_link.person', { tenant, name: person.name })}
    >
      <LinkBrief brief={brief} format={format} />
      <Suspense fallback={null}>
        {original === null ? null : <LinkOriginal token={token} original={original} />}
      </Suspense>
      <DocumentLink document={document} isAside />
      <LinkButtons link={link} refusal={refusal} document={document} />
    </LinkFrame>
  );
}

/** The page if there is nothing to decide any more: the reason, and a link to the document. */
function Ended({ answer, format }: { readonly answer: LinkAnswer; readonly format: Format }): ReactNode {
  const { t } = useTranslation();
  const { state, decision, document } = answer;
  const keys = decision === null ? null : decisionKeys(decision);
  return (
    <LinkFrame
      title={t(keys?.title ?? `approval_link.${state}`)}
      {...(document === null ? {} : { number: document.number })}
    >
      <p role="status" className={classes.message}>
        {keys === null || decision === null
          ? t(`approval_link.${state}_text`, { hours: linkLifetimeHours })
          : t(keys.text, { name: decision.by ?? '', at: decision.at ? format.instant(decision.at) : '' })}
      </p>
      <DocumentLink document={document} />
    </LinkFrame>
  );
}

function decisionKeys({ isApproved, isOwn }: MadeDecision): {
  readonly title: string;
  readonly text: string;
} {
  if (isApproved)
    return {
      title: 'approval_link.approved',
      text: isOwn ? 'approval_link.approved_own' : 'approval_link.approved_by',
    };
  return {
    title: 'approval_link.declined',
    text: isOwn ? 'approval_link.declined_own' : 'approval_link.declined_by',
  };
}

function DocumentLink({
  document,
  isAside = false,
}: Pick<LinkAnswer, 'document'> & {
  /** Another action comes first. */
  readonly isAside?: boolean;
}): ReactNode {
  const { t } = useTranslation();
  if (document === null) return null;
  return (
    <Button
      component="a"
      href={document.path}
      variant={isAside ? 'subtle' : 'default'}
      fullWidth
      className={classes.open}
    >
      {t('approval_link.open_document')}
    </Button>
  );
}

function Unread({ failure, onRetry }: RetryProps): ReactNode {
  const { t } = useTranslation();
  const isUseless =
    failure instanceof ApiRefusal && ['link_expired', 'validation_failed'].includes(failure.code);
  if (isUseless) return <UselessLink />;
  return (
    <LinkFrame title={t('approval_link.not_reached')}>
      <p role="alert" className={classes.message}>
        {failureText(failure)}
      </p>
      <Button fullWidth className={classes.open} onClick={onRetry}>
        {t('shell.error.retry')}
      </Button>
    </LinkFrame>
  );
}

/** An unknown or used-up link. */
function UselessLink(): ReactNode {
  const { t } = useTranslation();
  return (
    <LinkFrame title={t('approval_link.useless')}>
      <p role="alert" className={classes.message}>
        {t('approval_link.useless_text')}
      </p>
      <Button component="a" href="/overview" fullWidth className={classes.open}>
        {t('approval_link.to_login')}
      </Button>
    </LinkFrame>
  );
}
