import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import type { Chapter, DocumentationLanguage } from '../model.ts';
import { BlockView } from './BlockView.tsx';
import classes from './ProcessDocumentation.module.css';
import { TextForm } from './TextForm.tsx';

export interface ChapterSectionProps {
  readonly chapter: Chapter;
  readonly lang: DocumentationLanguage;
  readonly isEditing: boolean;
  readonly isOtherEdited: boolean;
  readonly onEdit: () => void;
  readonly onDone: () => void;
}

/** A chapter: its editable text and its generated content. */
export function ChapterSection({
  chapter,
  lang,
  isEditing,
  isOtherEdited,
  onEdit,
  onDone,
}: ChapterSectionProps): ReactNode {
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
      {isEditing ? (
        <TextForm
          textKey={chapter.key}
          text={chapter.text}
          lang={lang}
          label={t('process_documentation.text_of', { chapter: chapter.title })}
          hint={t('process_documentation.text_hint')}
          saveLabel={t('process_documentation.save')}
          clearLabel={chapter.isOwn ? t('process_documentation.restore') : null}
          onDone={onDone}
        />
      ) : (
        <Paragraphs text={chapter.text} />
      )}
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
