import { Button } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsAuditor } from '../../platform/web/profile.ts';
import classes from './CommentBox.module.css';
import { MentionField } from './MentionField.tsx';
import type { KeptComment } from './typed-comments.ts';
import { useMention } from './use-mention.ts';

export interface CommentBoxProps {
  /** Sends the comment; returns whether that succeeded, so that the text stays otherwise. */
  readonly onSend: (comment: string, mentionIds: readonly number[]) => Promise<boolean>;
  readonly isPending?: boolean;
  /** The typed text; actions of the document send it as well. */
  readonly typed: KeptComment;
  /** Persons can be asked with `@` (TASK-23). */
  readonly mayAsk?: boolean;
}

/** Adds comments to the timeline, for everyone who may write (TL-20); auditors only read (ARC-04). */
export function CommentBox(props: CommentBoxProps): ReactNode {
  return useIsAuditor() ? null : <WritableBox {...props} />;
}

/** `Ctrl+Enter` only sends the comment; `@` asks a person (TASK-23). */
function WritableBox({ onSend, isPending = false, mayAsk = false, typed }: CommentBoxProps): ReactNode {
  const { t } = useTranslation();
  const { text, picked, change } = typed;
  const setText = (changed: string): void => change({ text: changed, picked });
  const mention = useMention(typed, mayAsk);
  const comment = text.trim();
  const send = async (): Promise<void> => {
    if (comment === '' || isPending) return;
    const ids = mention.asked.map((person) => person.id);
    if (await onSend(comment, ids)) setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    mention.close();
    void send();
  };
  return (
    <div className={classes.box} data-comment-box>
      <MentionField mention={mention} text={text} onText={setText} mayAsk={mayAsk} onKeyDown={onKeyDown} />
      <div className={classes.foot}>
        <p className={classes.asks} aria-live="polite">
          {mention.asked.length > 0
            ? t('timeline.comment_box.asks', { names: mention.asked.map(({ name }) => name).join(', ') })
            : null}
        </p>
        <Button
          variant="default"
          size="compact-sm"
          className={classes.send}
          aria-label={t('timeline.comment_box.send_comment')}
          disabled={comment === ''}
          loading={isPending}
          onClick={() => void send()}
        >
          {t('timeline.comment_box.send')}
        </Button>
      </div>
    </div>
  );
}
