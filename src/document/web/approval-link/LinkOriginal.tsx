import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../platform/web/failure-text.ts';
import type { LinkAnswer } from '../../link-answer.ts';
import originals from '../original/Original.module.css';
import { kindOf } from '../original/original-file.ts';
import { PageSkeleton, PdfPages } from '../original/PdfPages.tsx';
import { Picture } from '../original/Picture.tsx';
import { useViewing } from '../original/use-viewing.ts';
import classes from './ApprovalLink.module.css';
import { originalOfLink } from './link-api.ts';

const noPlaces = { values: [], focused: null };

/** The pages of the document that the decision is about (MAIL-06); nothing for data without pages. */
export function LinkOriginal({
  token,
  original,
}: {
  readonly token: string;
  readonly original: NonNullable<LinkAnswer['original']>;
}): ReactNode {
  const { t } = useTranslation();
  const viewing = useViewing();
  const kind = kindOf(original);
  const { data: content, error } = useQuery({
    queryKey: ['approval-link', token, 'original', original.id],
    queryFn: () => originalOfLink(token),
    enabled: kind === 'pdf' || kind === 'picture',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (kind !== 'pdf' && kind !== 'picture') return null;
  if (error) return <p className={classes.message}>{failureText(error)}</p>;
  const shown = content && { content, viewing, places: noPlaces, clicks: {} };
  return (
    <section
      ref={viewing.view}
      className={`${originals.view} ${classes.original}`}
      aria-label={t('document.original.pages')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      {shown === undefined ? <PageSkeleton /> : null}
      {shown && kind === 'pdf' ? <PdfPages {...shown} /> : null}
      {shown && kind === 'picture' ? <Picture {...shown} name={original.name} /> : null}
    </section>
  );
}
