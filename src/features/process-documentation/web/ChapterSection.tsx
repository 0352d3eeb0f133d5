import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../platform/web/kit/LeaveGuard.tsx';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { type Chapter, type DocumentationLanguage, longestText } from '../model.ts';
import { BlockView } from './BlockView.tsx';
import classes from './ProcessDocumentation.module.css';
import { saveText } from './process-data.ts';

export interface ChapterSectionProps {
  readonly chapter: Chapter;
  readonly lang: DocumentationLanguage;
  readonly isEditing: boolean;
  readonly isOtherEdited: boolean;
  readonly onEdit: () => void;
  readonly onDone: () => void;
}

/** A chapter: its editable text and its generated content. */
export function ChapterSection(props: ChapterSectionProps): ReactNode {
  const { chapter, isEditing, isOtherEdited, onEdit } = props;
  const { t } = useTranslation();
  const edit = useFocusAfter(isEditing);
  const id = `chapter-${chapter.key}`;
  return (
    <section className={classes.chapter} aria-labelledby={id}>
      <header className={classes.chapterHead}>
        <h3 id={id}>
          {chapter.number} {chapter.title}
        </h3>
        {chapter.isOwn ? (
          <MeaningBadge meaning="progress" plain>
            {t('process_documentation.own')}
          </MeaningBadge>
        ) : null}
        {isEditing ? null : (
          <Button
            ref={edit}
            variant="subtle"
            size="compact-sm"
            className={classes.edit}
            disabled={isOtherEdited}
            aria-label={t('process_documentation.edit_of', { chapter: chapter.title })}
            onClick={onEdit}
          >
            {t('process_documentation.edit')}
          </Button>
        )}
      </header>
      {isEditing ? <TextForm {...props} /> : <Paragraphs text={chapter.text} />}
      {chapter.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no key, and none is inserted.
        <BlockView key={index} block={block} />
      ))}
    </section>
  );
}

/** Returns the focus to the edit button when the form closes. */
function useFocusAfter(isEditing: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(isEditing);
  useEffect(() => {
    if (was.current && !isEditing) button.current?.focus();
    was.current = isEditing;
  }, [isEditing]);
  return button;
}

function Paragraphs({ text }: { readonly text: string }): ReactNode {
  return text.split(/\n{2,}/).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no key.
    <p key={index} className={classes.text}>
      {paragraph}
    </p>
  ));
}

function TextForm({ chapter, lang, onDone }: ChapterSectionProps): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useState(chapter.text);
  const { isPending, perform } = useAction();
  // Text when editing began; detects concurrent changes.
  const [expected] = useState(chapter.text);
  const save = (saved: string | null): Promise<boolean> =>
    perform(async () => {
      await saveText({ chapter: chapter.key, lang, text: saved, expected });
      toastSaved();
      onDone();
    });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save(text);
      }}
    >
      <LeaveGuard isDirty={text !== expected} />
      <TextField
        label={t('process_documentation.text_of', { chapter: chapter.title })}
        hint={t('process_documentation.text_hint')}
        value={text}
        onChange={setText}
        rows={6}
        maxLength={longestText}
        autoFocus
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={isPending} disabled={text === expected}>
          {t('process_documentation.save')}
        </Button>
        <Button variant="default" disabled={isPending} onClick={onDone}>
          {t('shell.cancel')}
        </Button>
        {chapter.isOwn ? (
          <Button variant="subtle" disabled={isPending} onClick={() => void save(null)}>
            {t('process_documentation.restore')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
