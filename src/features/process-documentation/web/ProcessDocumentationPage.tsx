import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNameFor } from '../../../base/language.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { ErrorState, type RetryProps } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { type DocumentationAnswer, type DocumentationLanguage, documentationLanguages } from '../model.ts';
import { ChapterSection } from './ChapterSection.tsx';
import { GapSection } from './GapSection.tsx';
import { NewVersionDialog } from './NewVersionDialog.tsx';
import classes from './ProcessDocumentation.module.css';
import { documentationOptions } from './process-data.ts';
import { VersionSection } from './VersionSection.tsx';

/** `/admin/process-documentation`: current content, own texts, and versions (ARC-06). */
export function ProcessDocumentationPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const own = useLanguage();
  const [chosen, setChosen] = useState<DocumentationLanguage | null>(null);
  const lang = chosen ?? documentationLanguages.find((language) => language === own) ?? 'en';
  const { data, error, refetch } = useQuery(documentationOptions(lang));
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <PageTitleRow title={t('process_documentation.title')} onBack={() => void navigate({ to: '/admin' })}>
        {data === undefined ? null : (
          <Button onClick={() => setMaking(true)}>{t('process_documentation.make')}</Button>
        )}
      </PageTitleRow>
      {data === undefined ? (
        <Waiting failure={error} onRetry={() => void refetch()} />
      ) : (
        <div className="scroll">
          <div className={classes.intro}>
            <p className={classes.about}>{t('process_documentation.about')}</p>
            <LanguageChoice lang={lang} onChange={setChosen} />
          </div>
          <VersionSection answer={data} />
          <GapSection key={`gaps-${lang}`} answer={data} />
          <Chapters key={lang} answer={data} />
        </div>
      )}
      <NewVersionDialog lang={lang} opened={isMaking} onClose={() => setMaking(false)} />
    </>
  );
}

function LanguageChoice({
  lang,
  onChange,
}: {
  readonly lang: DocumentationLanguage;
  readonly onChange: (lang: DocumentationLanguage) => void;
}): ReactNode {
  const { t } = useTranslation();
  const own = useLanguage();
  return (
    <NativeSelect
      className={classes.language}
      label={t('process_documentation.language')}
      value={lang}
      onChange={({ currentTarget }) => {
        const chosen = documentationLanguages.find((language) => language === currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
      data={documentationLanguages.map((language) => ({
        value: language,
        label: languageNameFor(own, language),
      }))}
    />
  );
}

/** Only one chapter is edited at a time. */
function Chapters({ answer }: { readonly answer: DocumentationAnswer }): ReactNode {
  const [editing, setEditing] = useState<string | null>(null);
  return (
    <div lang={answer.lang} className={classes.chapters}>
      {answer.parts.map((part) =>
        part.chapters.length === 0 ? null : (
          <section key={part.key} aria-labelledby={`part-${part.key}`}>
            <h2 id={`part-${part.key}`} className={classes.part}>
              {part.number} {part.title}
            </h2>
            {part.chapters.map((chapter) => (
              <ChapterSection
                key={chapter.key}
                chapter={chapter}
                lang={answer.lang}
                isEditing={editing === chapter.key}
                isOtherEdited={editing !== null && editing !== chapter.key}
                onEdit={() => setEditing(chapter.key)}
                onDone={() => setEditing(null)}
              />
            ))}
          </section>
        ),
      )}
    </div>
  );
}

function Waiting({ failure, onRetry }: RetryProps): ReactNode {
  if (failure !== null) return <ErrorState failure={failure} onRetry={onRetry} />;
  return (
    <div className={classes.intro}>
      <Skeleton height={28} width={200} />
      <Skeleton height={160} />
    </div>
  );
}
