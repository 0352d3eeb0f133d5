import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languageNameFor, languages } from '../../../base/language.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { useProfile } from '../../../platform/web/profile.ts';
import type { Draft } from '../../draft.ts';
import type { Finding, Translation, Value } from '../../kind.ts';
import { nameIn } from '../../kinds/translated.ts';
import { fieldLabelKey } from '../../labels.ts';
import classes from './TranslatedName.module.css';
import { warningText } from './warning-text.ts';

export interface TranslatedNameProps {
  readonly table: string;
  readonly draft: Draft;
  readonly onChange: (field: string, value: Value) => void;
  readonly error: string | null;
  readonly warning: Finding | undefined;
}

/** The name in the tenant's main language and in the added ones (I18N-06). */
export function TranslatedName({ table, draft, onChange, error, warning }: TranslatedNameProps): ReactNode {
  const { t } = useTranslation();
  const shown = useLanguage();
  const main = (useProfile()?.mainLanguage || 'de') as Language;
  const names = namesOf(draft, main);
  const change = (next: readonly Translation[]): void => {
    onChange('translations', next);
    onChange('name', nameIn(next, main, main) || null);
  };
  const label = t(fieldLabelKey(table, 'name'));
  const free = languages.find((lang) => !names.some((each) => each.lang === lang));
  return (
    <div className={classes.names}>
      {names.map(({ lang, name }, place) => (
        <div key={lang} className={classes.name}>
          <TextField
            label={t('entity.name_in', { name: label, language: languageNameFor(shown, lang) })}
            name={place === 0 ? 'name' : `name.${lang}`}
            required
            value={name}
            error={place === 0 || name.trim() === '' ? error : null}
            {...(place === 0 && warning && { hint: warningText(warning, t) })}
            onChange={(text) => change(names.with(place, { lang, name: text }))}
          />
          {lang === main ? null : (
            <ActionIcon
              aria-label={t('entity.remove_language', { language: languageNameFor(shown, lang) })}
              onClick={() => change(names.filter((each) => each.lang !== lang))}
            >
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {free === undefined ? null : (
        <div className={classes.add}>
          {languages
            .filter((lang) => !names.some((each) => each.lang === lang))
            .map((lang) => (
              <Button
                key={lang}
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
                onClick={() => change([...names, { lang, name: '' }])}
              >
                {languageNameFor(shown, lang)}
              </Button>
            ))}
        </div>
      )}
    </div>
  );
}

/** The main language first; without translations it has the plain name. */
function namesOf({ values }: Draft, main: Language): readonly Translation[] {
  const stored = (values.translations ?? []) as readonly Translation[];
  const own = stored.find(({ lang }) => lang === main) ?? { lang: main, name: String(values.name ?? '') };
  return [own, ...stored.filter(({ lang }) => lang !== main)];
}
