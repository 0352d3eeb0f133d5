import { Button, Combobox, Textarea, useCombobox } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commentLength } from '../../platform/constants.ts';
import { completedMention, type Mentioned, mentionsIn, startedMention } from '../mention.ts';
import classes from './CommentBox.module.css';
import { useFoundPersons } from './use-found-persons.ts';

export interface CommentBoxProps {
  /** Sends the comment; answers whether it arrived, so that the text stays when it did not. */
  readonly onSend: (comment: string, mentionIds: readonly number[]) => Promise<boolean>;
  readonly isPending?: boolean;
  /** What is typed, for a page that sends it along with an action as well; kept here otherwise. */
  readonly text?: string;
  readonly onText?: (text: string) => void;
  /** Persons can be asked by `@` (TASK-23). */
  readonly mayAsk?: boolean;
}

/** Adds a comment to the timeline (TL-20). `Ctrl+Enter` sends it, and nothing else; `@` asks a person (TASK-23). */
export function CommentBox({
  onSend,
  isPending = false,
  mayAsk = false,
  ...typed
}: CommentBoxProps): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useUncontrolled({ value: typed.text, defaultValue: '', onChange: typed.onText });
  const mention = useMention(text, setText, mayAsk);
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
  const { store, persons } = mention;
  return (
    <div className={classes.box} data-comment-box>
      <Combobox
        store={store}
        position="top-start"
        width="target"
        withinPortal={false}
        transitionProps={{ duration: 0 }}
        classNames={{ option: classes.option }}
        onOptionSubmit={(id) => mention.take(Number(id))}
      >
        <Combobox.Target withKeyboardNavigation={store.dropdownOpened} autoComplete="off">
          <Textarea
            ref={mention.field}
            aria-label={t('timeline.comment_box.label')}
            aria-autocomplete={mayAsk ? 'list' : undefined}
            placeholder={t(
              mayAsk ? 'timeline.comment_box.placeholder_mention' : 'timeline.comment_box.placeholder',
            )}
            value={text}
            maxLength={commentLength}
            autosize
            minRows={1}
            maxRows={8}
            classNames={{ input: classes.input }}
            onChange={(event) => {
              setText(event.currentTarget.value);
              mention.look(event.currentTarget);
            }}
            onSelect={(event) => mention.look(event.currentTarget)}
            onBlur={mention.close}
            onKeyDown={onKeyDown}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={persons === null}>
          <Combobox.Options aria-label={t('timeline.comment_box.mention')}>
            {(persons ?? []).map((person) => (
              <Combobox.Option key={person.id} value={String(person.id)}>
                {person.name}
                <span className={classes.note}>{person.email}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
          {persons?.length === 0 ? <Combobox.Empty>{t('timeline.comment_box.nobody')}</Combobox.Empty> : null}
        </Combobox.Dropdown>
      </Combobox>
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

/** Offers persons while a name is typed behind an `@`, and remembers whom the comment asks. */
function useMention(text: string, setText: (text: string) => void, mayAsk: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [picked, setPicked] = useState<readonly Mentioned[]>([]);
  const [caret, setCaret] = useState<number | null>(null);
  const store = useCombobox();
  const started = caret === null ? null : startedMention(text, caret);
  const persons = useFoundPersons(started?.typed ?? null, () => void store.selectFirstOption());
  const isOpen = started !== null && persons !== null;

  const close = (): void => {
    store.closeDropdown();
    setCaret(null);
  };
  const look = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): void => {
    if (!mayAsk) return;
    const isOne = selectionStart === selectionEnd && startedMention(value, selectionEnd) !== null;
    if (!isOne) {
      close();
      return;
    }
    setCaret(selectionEnd);
    store.openDropdown();
  };
  const take = (id: number): void => {
    const person = persons?.find((one) => one.id === id);
    if (person === undefined || started === null || caret === null) return;
    const completed = completedMention(text, caret, started, person);
    setPicked([...picked, person]);
    setText(completed.text);
    close();
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(completed.caret, completed.caret);
    });
  };
  return {
    field,
    store,
    persons: isOpen ? persons : null,
    asked: mentionsIn(text, picked),
    look,
    take,
    close,
  };
}
