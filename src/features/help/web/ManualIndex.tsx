import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foundParts } from '../../../base/search.ts';
import { Matched } from '../../../platform/web/kit/Matched.tsx';
import { useIsAuditor } from '../../../platform/web/profile.ts';
import { excerptOf, findInManual, type ManualSection } from '../manual-search.ts';
import { manualGroups } from '../pages.ts';
import classes from './ManualIndex.module.css';
import { useManual } from './manual.ts';
import { useManualIndex } from './use-manual-index.ts';
import { useMissNote } from './use-miss-note.ts';

const maxFound = 12;

/** Search in the manual, and the list of pages without a search (ONB-07). */
export function ManualIndex(): ReactNode {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('');
  const isSearched = wanted.trim() !== '';
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('help.manual.search')}
        placeholder={t('help.manual.search')}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
        data-page-search
      />
      {isSearched ? <Found wanted={wanted} /> : <Pages />}
    </>
  );
}

function Pages(): ReactNode {
  const { t } = useTranslation();
  const pages = useManualIndex();
  const groups = manualGroups
    .map((group) => ({ group, pages: pages.filter((page) => page.group === group) }))
    .filter((entry) => entry.pages.length > 0);
  return (
    <div className={classes.groups}>
      {groups.map(({ group, pages: ofGroup }) => (
        <section key={group} aria-label={t(`help.group.${group}`)}>
          <h3 className={classes.group}>{t(`help.group.${group}`)}</h3>
          <ul className={classes.list}>
            {ofGroup.map(({ id }) => (
              <li key={id}>
                <Link to="/help/$page" params={{ page: id }}>
                  {t(`help.page.${id}`)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Found({ wanted }: { readonly wanted: string }): ReactNode {
  const { t } = useTranslation();
  const manual = useManual();
  const isAuditing = useIsAuditor();
  const shown = useManualIndex().map(({ id }) => id);
  const sections = manual?.sections.filter(({ page }) => shown.includes(page)) ?? [];
  const found = findInManual(sections, wanted, maxFound);
  // Auditors write nothing (ARC-04).
  useMissNote(wanted, manual !== null && found.length === 0 && !isAuditing);
  if (manual === null) return null;
  return (
    <>
      <p className={classes.count} role="status">
        {found.length === 0 ? t('help.manual.nothing') : t('shell.palette.hits', { count: found.length })}
      </p>
      <ul className={classes.found} lang={manual.language}>
        {found.map((section) => (
          <FoundSection key={`${section.page}#${section.anchor}`} section={section} wanted={wanted} />
        ))}
      </ul>
    </>
  );
}

function FoundSection({ section, wanted }: { readonly section: ManualSection; readonly wanted: string }) {
  const { page, anchor, title, heading, text } = section;
  return (
    <li>
      <Link to="/help/$page" params={{ page }} {...(anchor === '' ? {} : { hash: anchor })}>
        <Matched text={heading === '' ? title : `${title}: ${heading}`} wanted={wanted} />
      </Link>
      <p className={classes.excerpt}>
        <Matched text={excerptOf(section, foundParts(text, wanted)[0])} wanted={wanted} />
      </p>
    </li>
  );
}
