import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { gql } from '../../../platform/web/api.ts';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useHasRole, useIsAuditor } from '../../../platform/web/profile.ts';
import classes from './HelpPage.module.css';
import { Keys } from './Keys.tsx';
import { MailTest } from './MailTest.tsx';
import { ManualIndex } from './ManualIndex.tsx';
import { ManualMissList } from './ManualMissList.tsx';
import { PopupTest } from './PopupTest.tsx';
import { TourRestart } from './TourRestart.tsx';

/** Manual with search, tests of the browser and mail, tour, keys, and contacts (ONB-06). */
export function HelpPage(): ReactNode {
  const { t } = useTranslation();
  // Auditors can neither send mails nor see tours (ARC-04).
  const isAuditing = useIsAuditor();
  const isAdministering = useHasRole('user-admin');
  return (
    <>
      <PageTitleRow title={t('shell.help')} />
      <div className={classes.page}>
        <Section title={t('help.manual.title')}>
          <ManualIndex />
        </Section>
        <Section title={t('help.check.title')}>
          <p className={classes.hint}>{t('help.check.text')}</p>
          <PopupTest />
          {isAuditing ? null : <MailTest />}
        </Section>
        {isAuditing ? null : (
          <Section title={t('help.tour.title')}>
            <TourRestart />
          </Section>
        )}
        {isAdministering ? (
          <Section title={t('help.misses.title')}>
            <ManualMissList />
          </Section>
        ) : null}
        <Section title={t('keyboard.title')}>
          <Keys />
        </Section>
        <Section title={t('help.contact.title')}>
          <p className={classes.hint}>{t('help.contact.text')}</p>
          <Administrators />
        </Section>
        <p className="quiet">{t('help.version', { version: String(import.meta.env.PRODUCT_VERSION) })}</p>
      </div>
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface Administrator {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

const administratorsQuery = 'query Administrators { administrators { id name email } }';

function Administrators(): ReactNode {
  const { data = [] } = useQuery({
    queryKey: ['help', 'administrators'],
    queryFn: async ({ signal }) =>
      (await gql<{ administrators: readonly Administrator[] }>(administratorsQuery, {}, { signal }))
        .administrators,
  });
  return (
    <ul className={classes.people}>
      {data.map(({ id, name, email }) => (
        <li key={id}>
          <span>{name}</span>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      ))}
    </ul>
  );
}
