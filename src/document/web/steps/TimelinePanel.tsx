import { ActionIcon, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconArrowsSort,
  IconLayoutSidebarRightCollapse,
  IconLayoutSidebarRightExpand,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../../platform/web/profile.ts';
import { CommentBox } from '../../../timeline/web/CommentBox.tsx';
import type { KeptComment } from '../../../timeline/web/typed-comments.ts';
import type { Kind } from '../../kind.ts';
import classes from '../DocumentPage.module.css';
import { DocumentTimeline } from '../DocumentTimeline.tsx';
import { isDraft, type ShownDocument } from '../document.ts';
import { useDocumentCommand } from '../use-document-command.ts';

export interface TimelinePanelProps {
  readonly kind: Kind;
  readonly document: ShownDocument;
  /** The typed comment, which the next action includes. */
  readonly typed: KeptComment;
  /** Another column needs the space, so that it starts collapsed. */
  readonly isBeside: boolean;
}

/** The past and planned entries with the comment box; collapsible (TL-01, TL-20). */
export function TimelinePanel({ kind, document, typed, isBeside }: TimelinePanelProps): ReactNode {
  const { t } = useTranslation();
  const profile = useProfile();
  const [isFolded, setFolded] = useLocalStorage({
    key: isBeside ? 'timeline-folded-beside' : 'timeline-folded',
    defaultValue: isBeside,
  });
  const [turned, setTurned] = useLocalStorage<'asc' | 'desc' | null>({
    key: 'timeline-order',
    defaultValue: null,
  });
  const comment = useDocumentCommand(kind, 'comment', {
    onWaiting: () => typed.change({ text: '', picked: [] }),
  });
  const order = turned ?? profile?.timelineOrder ?? 'asc';
  const { timeline_entries: entries, current_entry_no: current } = document.timeline;

  if (isFolded) {
    return (
      <aside className={classes.folded} aria-label={t('timeline.title')}>
        <HeadButton label={t('document.unfold_timeline')} onClick={() => setFolded(false)}>
          <IconLayoutSidebarRightExpand size={16} stroke={1.6} aria-hidden />
        </HeadButton>
      </aside>
    );
  }
  return (
    <aside className={classes.timeline} aria-label={t('timeline.title')}>
      <header className={classes.timelineHead}>
        <h2>{t('timeline.title')}</h2>
        <HeadButton
          label={t('document.turn_timeline')}
          onClick={() => setTurned(order === 'asc' ? 'desc' : 'asc')}
        >
          <IconArrowsSort size={16} stroke={1.6} aria-hidden />
        </HeadButton>
        <span className={classes.foldButton}>
          <HeadButton label={t('document.fold_timeline')} onClick={() => setFolded(true)}>
            <IconLayoutSidebarRightCollapse size={16} stroke={1.6} aria-hidden />
          </HeadButton>
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <div className={classes.entries} tabIndex={0}>
        <DocumentTimeline
          kind={kind}
          id={document.id}
          entries={entries}
          currentEntryNo={current}
          order={order}
        />
      </div>
      <div className={classes.comment}>
        <CommentBox
          typed={typed}
          isPending={comment.isPending}
          mayAsk={!isDraft(kind, document)}
          onSend={async (text, mention_ids) =>
            (await comment.run({ id: document.id, comment: text, mention_ids })) !== null
          }
        />
      </div>
    </aside>
  );
}

interface HeadButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function HeadButton({ label, onClick, children }: HeadButtonProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
