import { Button, Textarea } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { commentLength } from '../../platform/constants.ts';
import classes from './CommentBox.module.css';

export interface CommentBoxProps {
  /** Sends the comment; answers whether it arrived, so that the text stays when it did not. */
  readonly onSend: (comment: string) => Promise<boolean>;
  readonly isPending?: boolean;
  /** What is typed, for a page that sends it along with an action as well; kept here otherwise. */
  readonly text?: string;
  readonly onText?: (text: string) => void;
}

/** Adds a comment to the timeline (TL-20). `Ctrl+Enter` sends it, and nothing else. */
export function CommentBox({ onSend, isPending = false, ...typed }: CommentBoxProps): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useUncontrolled({ value: typed.text, defaultValue: '', onChange: typed.onText });
  const comment = text.trim();
  const send = async (): Promise<void> => {
    if (comment !== '' && !isPending && (await onSend(comment))) setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <div className={classes.box} data-comment-box>
      <Textarea
        aria-label={t('timeline.comment_box.label')}
        placeholder={t('timeline.comment_box.placeholder')}
        value={text}
        maxLength={commentLength}
        autosize
        minRows={1}
        maxRows={8}
        classNames={{ input: classes.input }}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.foot}>
        <Button
          variant="default"
          size="compact-sm"
          className={classes.send}
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
