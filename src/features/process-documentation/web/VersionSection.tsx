import { Button } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { Change, DocumentationAnswer, Version } from '../model.ts';
import classes from './ProcessDocumentation.module.css';
import { downloadVersion } from './process-data.ts';

/** Versions shown initially. */
const fewVersions = 3;

/** The versions, and whether the newest is up to date. */
export function VersionSection({ answer }: { readonly answer: DocumentationAnswer }): ReactNode {
  const { t } = useTranslation();
  const { versions } = answer;
  const [isWhole, setWhole] = useState(false);
  const [newest] = versions;
  if (newest === undefined)
    return (
      <EmptyState
        icon={<IconFileText size={24} stroke={1.6} aria-hidden />}
        title={t('process_documentation.none')}
      >
        {t('process_documentation.none_about')}
      </EmptyState>
    );
  const shown = isWhole ? versions : versions.slice(0, fewVersions);
  return (
    <section className={classes.versions} aria-label={t('process_documentation.versions')}>
      <SinceNewest answer={answer} newest={newest} />
      <ul>
        {shown.map((version) => (
          <VersionRow key={version.number} version={version} />
        ))}
      </ul>
      {shown.length < versions.length ? (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          {t('process_documentation.all_versions', { count: versions.length })}
        </Button>
      ) : null}
    </section>
  );
}

function SinceNewest({
  answer,
  newest,
}: {
  readonly answer: DocumentationAnswer;
  readonly newest: Version;
}): ReactNode {
  const { t } = useTranslation();
  const { isChanged, changes, changeCount } = answer;
  const number = String(newest.number);
  if (!isChanged && changeCount === 0)
    return (
      <p className="quiet" role="status">
        {t('process_documentation.current', { number })}
      </p>
    );
  return (
    <div className={classes.changed} role="status">
      <p className={classes.changedHead}>{t('process_documentation.changed', { number })}</p>
      {changes.length === 0 ? <p>{t('process_documentation.changed_otherwise')}</p> : null}
      <ul>
        {changes.map((change) => (
          <ChangeRow key={`${change.at} ${change.what} ${change.how}`} change={change} />
        ))}
      </ul>
      {changeCount > changes.length ? (
        <p>{t('process_documentation.more_changes', { count: changeCount - changes.length })}</p>
      ) : null}
    </div>
  );
}

function ChangeRow({ change: { at, person, what, how } }: { readonly change: Change }): ReactNode {
  const format = useFormat();
  return (
    <li className={classes.change}>
      <span className="quiet tabular">
        {format.instant(at)} · {person}
      </span>
      <span>
        {what}: {how}
      </span>
    </li>
  );
}

function VersionRow({ version }: { readonly version: Version }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { isPending, perform } = useAction();
  const number = String(version.number);
  const open = (): Promise<boolean> => perform(() => downloadVersion(version.number));
  return (
    <li className={classes.version}>
      <div className={classes.facts}>
        <p className={classes.number}>
          {t('process_documentation.version', { number })}
          {version.note === null ? null : <span className={classes.note}> · {version.note}</span>}
        </p>
        <p className="quiet tabular">
          {t('process_documentation.version_by', {
            person: version.made_by,
            time: format.instant(version.made_at),
          })}
        </p>
        <p className="quiet tabular">
          {t('process_documentation.version_file', {
            lang: version.lang.toUpperCase(),
            pages: version.pages,
            day: format.day(version.retain_until),
          })}
        </p>
        <p className={classes.hash}>{t('process_documentation.hash', { hash: version.sha256 })}</p>
      </div>
      <Button
        variant="default"
        loading={isPending}
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        aria-label={t('process_documentation.download_of', { number })}
        onClick={() => void open()}
      >
        {t('process_documentation.download')}
      </Button>
    </li>
  );
}
