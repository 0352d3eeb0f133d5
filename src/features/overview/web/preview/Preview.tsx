import { ActionIcon, Skeleton } from '@mantine/core';
import { IconArrowsDiagonal, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { draftStatus } from '../../../../document/listed-kind.ts';
import { DocumentTimeline } from '../../../../document/web/DocumentTimeline.tsx';
import { useShownKind } from '../../../../document/web/listed-kind.ts';
import { StatusBadge } from '../../../../document/web/StatusBadge.tsx';
import { useCommand } from '../../../../platform/web/command.ts';
import { AtOnce } from '../../../../platform/web/kit/AtOnce.tsx';
import { DocumentNumber } from '../../../../platform/web/kit/DocumentNumber.tsx';
import { ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { useProfile } from '../../../../platform/web/profile.ts';
import { usePart } from '../../../../platform/web/use-part.ts';
import { CommentBox } from '../../../../timeline/web/CommentBox.tsx';
import { useTypedComment } from '../../../../timeline/web/typed-comments.ts';
import { commentMutation } from '../commands.ts';
import type { ListedDocument } from '../list/listed-document.ts';
import classes from './Preview.module.css';
import { PreviewActions } from './PreviewActions.tsx';
import { previewOptions } from './preview-document.ts';

export interface PreviewProps {
  readonly document: Pick<ListedDocument, 'kind' | 'id'>;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onOpen: () => void;
  /** Called after an action moved the document on. */
  readonly onDone: () => void;
}

/** Preview of the selected document, with timeline and comment box (OVW-06). */
export function Preview({ document: shown, onPrevious, onNext, onOpen, onDone }: PreviewProps): ReactNode {
  const { t } = useTranslation();
  const { id } = shown;
  const kind = useShownKind(shown.kind);
  const { data, error, refetch } = useQuery(previewOptions(kind, id));
  const part = usePart(kind.loadPreview, true);
  const profile = useProfile();
  const comment = useCommand(commentMutation(kind.name));
  const typed = useTypedComment(kind.name, id);
  const isLoading = !error && (!data || !part);
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
  return (
    <aside className={classes.preview} aria-label={t('overview.preview')}>
      <header className={classes.head}>
        <span className="quiet">{data ? <DocumentNumber number={data.number} /> : null}</span>
        {data ? <StatusBadge kind={kind.name} status={data.status} /> : null}
        <span className={classes.tools}>
          <ActionIcon aria-label={t('overview.previous')} disabled={!onPrevious} onClick={onPrevious}>
            <IconChevronUp {...icon} />
          </ActionIcon>
          <ActionIcon aria-label={t('overview.next')} disabled={!onNext} onClick={onNext}>
            <IconChevronDown {...icon} />
          </ActionIcon>
          <ActionIcon aria-label={t('overview.open')} onClick={onOpen}>
            <IconArrowsDiagonal {...icon} />
          </ActionIcon>
        </span>
      </header>
      {error && !data ? <ErrorState failure={error} onRetry={() => void refetch()} /> : null}
      {data && part ? (
        <div className={classes.body}>
          <AtOnce fallback={<Loading />}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
            <div className={classes.scroll} tabIndex={0}>
              <part.Summary document={data} />
              <PreviewActions kind={kind} document={data} typed={typed} onOpen={onOpen} onDone={onDone} />
              <DocumentTimeline
                kind={kind}
                id={id}
                entries={data.timeline.timeline_entries}
                currentEntryNo={data.timeline.current_entry_no}
                order={profile?.timelineOrder ?? 'asc'}
                {...(data.client && {
                  limits: { step: kind.entries.approval, currency: data.client.currency },
                })}
              />
            </div>
            <div className={classes.foot}>
              <CommentBox
                typed={typed}
                isPending={comment.isPending}
                mayAsk={data.status !== draftStatus}
                onSend={async (text, mention_ids) =>
                  (await comment.run({ id, comment: text, mention_ids })) !== null
                }
              />
            </div>
          </AtOnce>
        </div>
      ) : null}
      {isLoading ? <Loading /> : null}
    </aside>
  );
}

function Loading(): ReactNode {
  return (
    <div className={classes.loading} aria-hidden>
      <Skeleton height={24} width="70%" />
      <Skeleton height={84} />
      <Skeleton height={32} />
      <Skeleton height={240} />
    </div>
  );
}
