import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import type { DocumentationAnswer, DocumentationLanguage, Gap } from '../model.ts';
import classes from './ProcessDocumentation.module.css';
import { TextForm } from './TextForm.tsx';

/** Claims without proof, each with its explanation (ARC-07). */
export function GapSection({ answer }: { readonly answer: DocumentationAnswer }): ReactNode {
  const { t } = useTranslation();
  const { gaps, lang } = answer;
  const [editing, setEditing] = useState<string | null>(null);
  if (gaps.length === 0) return null;
  return (
    <section className={classes.versions} aria-labelledby="gaps">
      <h2 id="gaps" className={classes.part}>
        {t('process_documentation.gaps')}
      </h2>
      <p className={classes.about}>{t('process_documentation.gaps_about')}</p>
      <ul>
        {gaps.map((gap) => (
          <GapRow
            key={gap.key}
            gap={gap}
            lang={lang}
            isEditing={editing === gap.key}
            onEdit={() => setEditing(gap.key)}
            onDone={() => setEditing(null)}
          />
        ))}
      </ul>
    </section>
  );
}

interface GapRowProps {
  readonly gap: Gap;
  readonly lang: DocumentationLanguage;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onDone: () => void;
}

function GapRow({ gap, lang, isEditing, onEdit, onDone }: GapRowProps): ReactNode {
  const { t } = useTranslation();
  const { key, title, text, explanation } = gap;
  const isOpen = explanation === null;
  return (
    <li className={classes.version} lang={lang}>
      <div className={classes.facts}>
        <p className={classes.number}>
          {title}{' '}
          <MeaningBadge meaning={isOpen ? 'waiting' : 'done'} plain>
            {t(isOpen ? 'process_documentation.gap_open' : 'process_documentation.gap_explained')}
          </MeaningBadge>
        </p>
        <p className="quiet tabular">{text}</p>
        {isEditing ? (
          <TextForm
            textKey={`gap_${key}`}
            text={explanation ?? ''}
            lang={lang}
            label={t('process_documentation.explanation_of', { gap: title })}
            hint={t('process_documentation.explanation_hint')}
            saveLabel={t('process_documentation.explanation_save')}
            clearLabel={isOpen ? null : t('process_documentation.explanation_remove')}
            onDone={onDone}
          />
        ) : (
          <p className={classes.text}>{explanation}</p>
        )}
      </div>
      {isEditing ? null : (
        <Button
          variant="default"
          aria-label={t('process_documentation.explain_of', { gap: title })}
          onClick={onEdit}
        >
          {t('process_documentation.explain')}
        </Button>
      )}
    </li>
  );
}
