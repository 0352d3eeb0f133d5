import { Anchor } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AgeText, InstantText } from '../../platform/web/kit/DayText.tsx';
import { PersonAvatar } from '../../platform/web/kit/PersonAvatar.tsx';
import { useFormat } from '../../platform/web/use-format.ts';
import type { EntryType } from '../kinds.ts';
import {
  authorOf,
  type EntryLook,
  lookOf,
  stageOf,
  type TimelineEntryRow,
  waitingSince,
} from './entry-view.ts';
import classes from './Timeline.module.css';
import { useEntryText } from './use-entry-text.ts';

export interface TimelineProps {
  readonly entries: readonly TimelineEntryRow[];
  readonly currentEntryNo: number;
  /** Oldest first by default (TL-01). */
  readonly order?: 'asc' | 'desc';
  /** Shows the changes made with an entry (AUD-08). */
  readonly changes?: EntryChanges | null;
  /** Set if the current approver's limit is shown: the step with limits, and their currency (APPR-07). */
  readonly limits?: { readonly step: EntryType; readonly currency: string };
}

export interface EntryChanges {
  readonly isOffered: (entry: TimelineEntryRow) => boolean;
  readonly onShow: (entry: TimelineEntryRow) => void;
}

/** The history of a document, the current task and the next steps (TL-01). */
export function Timeline({
  entries,
  currentEntryNo,
  order = 'asc',
  changes,
  limits,
}: TimelineProps): ReactNode {
  const { t } = useTranslation();
  const textOf = useEntryText(entries);
  const format = useFormat();
  const limitOf = ({ type, lb_user: person }: TimelineEntryRow): string | null => {
    const limit = person?.approval_limit ?? null;
    if (limit === null || type !== limits?.step) return null;
    return t('timeline.limit', { amount: format.amount(limit, { currency: limits.currency, decimals: 0 }) });
  };
  const sorted = entries.toSorted((left, right) => left.entry_no - right.entry_no);
  const shown = order === 'asc' ? sorted : sorted.toReversed();
  return (
    <ol className={classes.timeline} aria-label={t('timeline.title')}>
      {shown.map((entry) => (
        <TimelineItem
          key={entry.id}
          entry={entry}
          text={textOf(entry)}
          author={authorOf(entry) ?? t('timeline.nobody')}
          stage={[stageText(t, sorted, entry), limitOf(entry)].filter(Boolean).join(', ')}
          since={lookOf(entry) === 'current' ? waitingSince(sorted, currentEntryNo) : null}
          onChanges={changes?.isOffered(entry) ? () => changes.onShow(entry) : undefined}
        />
      ))}
    </ol>
  );
}

interface TimelineItemProps {
  readonly entry: TimelineEntryRow;
  readonly text: string;
  /** The author of the comment. */
  readonly author: string;
  readonly stage: string;
  readonly since: string | null;
  readonly onChanges: (() => void) | undefined;
}

function TimelineItem({ entry, text, author, stage, since, onChanges }: TimelineItemProps): ReactNode {
  const { t } = useTranslation();
  const look = lookOf(entry);
  return (
    <li className={classes.item} data-look={look} aria-current={look === 'current' ? 'step' : undefined}>
      <Mark look={look} name={entry.lb_user?.name ?? entry.created_by?.name ?? ''} />
      <div className={classes.body}>
        <p className={classes.line}>
          <span className={classes.text}>{text}</span>
          <span className={classes.time}>
            {since !== null ? <AgeText instant={since} since /> : null}
            {entry.completed_at !== null && look !== 'current' ? (
              <InstantText instant={entry.completed_at} />
            ) : null}
          </span>
        </p>
        {look === 'current' && stage !== '' ? <p className={classes.stage}>{stage}</p> : null}
        {entry.way === 'token' || entry.way === 'mail_link' ? (
          <p className={classes.stage}>{t(`means.${entry.way}`)}</p>
        ) : null}
        {entry.comment ? (
          <blockquote className={classes.comment}>
            <span className={classes.author}>{t('timeline.comment_by', { name: author })}</span>
            <p className={classes.quote}>{entry.comment}</p>
          </blockquote>
        ) : null}
        {onChanges === undefined ? null : (
          <Anchor component="button" type="button" className={classes.changes} onClick={onChanges}>
            {t('timeline.changes')}
          </Anchor>
        )}
        {entry.document_questions.map((question) => (
          <p
            key={question.id}
            className={classes.question}
            data-open={question.answered_at === null || undefined}
          >
            {t(question.answered_at === null ? 'timeline.question.open' : 'timeline.question.answered', {
              name: question.lb_user?.name ?? t('timeline.nobody'),
            })}
          </p>
        ))}
      </div>
    </li>
  );
}

function Mark({ look, name }: { readonly look: EntryLook; readonly name: string }): ReactNode {
  const { t } = useTranslation();
  if (look === 'comment') {
    return (
      <span className={classes.mark}>
        <PersonAvatar name={name} size={20} />
      </span>
    );
  }
  if (look === 'system') return <span className={classes.mark} aria-hidden />;
  const state = look === 'done' || look === 'unsuccessful' || look === 'current' ? look : 'future';
  const icon = { size: 13, stroke: 2.4, 'aria-hidden': true } as const;
  return (
    <span className={classes.mark}>
      {look === 'done' ? <IconCheck {...icon} /> : null}
      {look === 'unsuccessful' ? <IconX {...icon} /> : null}
      {look === 'current' ? <IconClock {...icon} stroke={2} /> : null}
      <span className="visually-hidden">{t(`timeline.state.${state}`)}: </span>
    </span>
  );
}

function stageText(
  t: (key: string, values: Record<string, unknown>) => string,
  entries: readonly TimelineEntryRow[],
  entry: TimelineEntryRow,
): string | null {
  const stage = stageOf(entries, entry);
  return stage && t('timeline.stage', { step: t(`step.${entry.type}`, {}), ...stage });
}
