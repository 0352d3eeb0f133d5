import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { plainText, readManual } from '../manual-text.ts';
import { isManualPage, type ManualPageId } from '../pages.ts';
import { EnglishOnly } from './EnglishOnly.tsx';
import classes from './ManualPage.module.css';
import { ManualText } from './ManualText.tsx';
import { useManual } from './manual.ts';
import { useManualIndex } from './use-manual-index.ts';

/** A manual page with table of contents and links to its neighbours (ONB-07); `/help/PAGE#PLACE`. */
export function ManualPage({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation();
  if (isManualPage(id)) return <Page key={id} id={id} />;
  return (
    <>
      <PageTitleRow title={t('shell.not_found.title')} />
      <div className={classes.page}>
        <Link to="/help">{t('help.manual.title')}</Link>
      </div>
    </>
  );
}

function Page({ id }: { readonly id: ManualPageId }): ReactNode {
  const { t } = useTranslation();
  const manual = useManual();
  useShownPlace(manual !== null);
  return (
    <>
      <PageTitleRow title={t(`help.page.${id}`)} />
      <div className={classes.page}>
        <nav aria-label={t('help.manual.title')}>
          <Link to="/help">{t('help.manual.to_index')}</Link>
        </nav>
        {manual === null ? null : (
          <>
            <EnglishOnly />
            <Places source={manual.texts[id]} language={manual.language} />
            <ManualText source={manual.texts[id]} language={manual.language} level={2} />
          </>
        )}
        <Neighbours id={id} />
      </div>
    </>
  );
}

/** Scrolls to the anchor of the address once the text is rendered. */
function useShownPlace(isThere: boolean): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (!isThere || hash === '') return;
    const place = document.getElementById(hash);
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
  }, [isThere, hash]);
}

function Places({ source, language }: { readonly source: string; readonly language: string }): ReactNode {
  const { t } = useTranslation();
  const places = readManual(source).blocks.filter((block) => block.kind === 'heading' && block.level === 2);
  return (
    <nav aria-label={t('help.manual.on_this_page')}>
      <ul className={classes.places} lang={language}>
        {places.map((block) =>
          block.kind === 'heading' ? (
            <li key={block.anchor}>
              <Link to="." hash={block.anchor}>
                {plainText(block.content)}
              </Link>
            </li>
          ) : null,
        )}
      </ul>
    </nav>
  );
}

function Neighbours({ id }: { readonly id: ManualPageId }): ReactNode {
  const { t } = useTranslation();
  const pages = useManualIndex();
  const at = pages.findIndex((page) => page.id === id);
  const [before, after] = at === -1 ? [] : [pages[at - 1], pages[at + 1]];
  return (
    <nav className={classes.neighbours} aria-label={t('help.manual.neighbours')}>
      {before === undefined ? (
        <span />
      ) : (
        <Link to="/help/$page" params={{ page: before.id }}>
          ← {t(`help.page.${before.id}`)}
        </Link>
      )}
      {after === undefined ? null : (
        <Link to="/help/$page" params={{ page: after.id }}>
          {t(`help.page.${after.id}`)} →
        </Link>
      )}
    </nav>
  );
}
