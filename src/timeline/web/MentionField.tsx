import { Combobox, Textarea } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { commentLength } from '../../platform/constants.ts';
import classes from './CommentBox.module.css';
import type { Mention } from './use-mention.ts';

export interface MentionFieldProps {
  readonly mention: Mention;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly mayAsk: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The text of a comment, below the persons matching the name typed after an `@` (TASK-23). */
export function MentionField({ mention, text, onText, mayAsk, onKeyDown }: MentionFieldProps): ReactNode {
  const { t } = useTranslation();
  const { store, persons } = mention;
  return (
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
            onText(event.currentTarget.value);
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
  );
}
