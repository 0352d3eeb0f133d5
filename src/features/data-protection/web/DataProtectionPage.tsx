import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { SearchSelect, type SelectOption } from '../../../platform/web/kit/SearchSelect.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { documentationLanguages } from '../../process-documentation/model.ts';
import type { Leaver } from '../model.ts';
import classes from './DataProtection.module.css';
import {
  dataProtectionOptions,
  downloadPerson,
  downloadRegister,
  findPeople,
} from './data-protection-data.ts';

/** `/admin/data-protection`: report about a person, leavers, and the register of processing (ARC-08). */
export function DataProtectionPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <PageTitleRow title={t('data_protection.title')} onBack={() => void navigate({ to: '/admin' })} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <div className={classes.scroll} tabIndex={0}>
        <Report />
        <Leavers />
        <Register />
      </div>
    </>
  );
}

function Report(): ReactNode {
  const { t } = useTranslation();
  const [person, setPerson] = useState<SelectOption | null>(null);
  const { isPending, perform } = useAction();
  return (
    <section className={classes.part} aria-labelledby="report">
      <h2 id="report">{t('data_protection.report')}</h2>
      <p>{t('data_protection.report_about')}</p>
      <div className={classes.row}>
        <div className={classes.person}>
          <SearchSelect
            label={t('data_protection.person')}
            value={person}
            searchKey={['data-protection-people']}
            search={findPeople}
            onChange={setPerson}
          />
        </div>
        <Button
          disabled={person === null}
          loading={isPending}
          onClick={() => {
            if (person !== null) void perform(() => downloadPerson(person.id, person.name));
          }}
        >
          {t('data_protection.report_make')}
        </Button>
      </div>
    </section>
  );
}

function Leavers(): ReactNode {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(dataProtectionOptions());
  return (
    <section className={classes.part} aria-labelledby="leavers">
      <h2 id="leavers">{t('data_protection.leavers')}</h2>
      <p>{t('data_protection.leavers_about')}</p>
      {error === null ? null : <ErrorState failure={error} onRetry={() => void refetch()} />}
      {data === undefined ? <Skeleton height={80} /> : <LeaverTable leavers={data.leavers} />}
    </section>
  );
}

function LeaverTable({ leavers }: { readonly leavers: readonly Leaver[] }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  if (leavers.length === 0) return <p className="quiet">{t('data_protection.none_left')}</p>;
  const untilOf = ({ is_pseudonym, is_held, kept_until }: Leaver): string => {
    if (is_pseudonym) return t('data_protection.is_pseudonym');
    if (is_held || kept_until === null) return t('data_protection.is_held');
    return format.day(kept_until);
  };
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('data_protection.person')}</th>
          <th scope="col">{t('data_protection.left_on')}</th>
          <th scope="col">{t('data_protection.kept_until')}</th>
        </tr>
      </thead>
      <tbody>
        {leavers.map((leaver) => (
          <tr key={leaver.id}>
            <td>{leaver.name}</td>
            <td>{format.day(leaver.left_on)}</td>
            <td>{untilOf(leaver)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Register(): ReactNode {
  const { t } = useTranslation();
  const own = useLanguage();
  const lang = documentationLanguages.find((language) => language === own) ?? 'en';
  const { isPending, perform } = useAction();
  return (
    <section className={classes.part} aria-labelledby="register">
      <h2 id="register">{t('data_protection.register')}</h2>
      <p>{t('data_protection.register_about')}</p>
      <Button
        variant="default"
        loading={isPending}
        onClick={() => void perform(() => downloadRegister(lang))}
      >
        {t('data_protection.register_make')}
      </Button>
    </section>
  );
}
