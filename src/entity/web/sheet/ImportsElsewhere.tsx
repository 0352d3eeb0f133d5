import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import line from '../../../platform/web/kit/ShellLine.module.css';
import { entityLabelKey } from '../../labels.ts';
import { type ImportJob, importJobOptions, isAsking } from './import-state.ts';
import { type ImportUnderWay, rememberImport, useImportsElsewhere } from './imports-under-way.ts';

/** Says on every page that an import has failed or asks something; the table view has the way to go on (ADM-20). */
export function ImportsElsewhere(): ReactNode {
  return useImportsElsewhere().map((one) => <Elsewhere key={one.job} imported={one} />);
}

function Elsewhere({ imported }: { readonly imported: ImportUnderWay }): ReactNode {
  const { t } = useTranslation();
  const { table, route, job } = imported;
  const { data, error } = useQuery(importJobOptions(job));
  const isGone = error instanceof ApiRefusal;
  useEffect(() => {
    if (isGone) rememberImport({ table, route }, null);
  }, [isGone, table, route]);
  const told = data === undefined ? null : toldOf(data, t);
  if (told === null) return null;
  return (
    <aside className={line.bar} role="status">
      <p className={line.text}>
        <strong>{t(entityLabelKey(table, 'many'))}:</strong> {told}
      </p>
      <Button
        size="compact-sm"
        variant="default"
        renderRoot={(props) => (
          <Link {...props} to="/admin/$entity" params={{ entity: route }} search={{ viewMode: 'table' }} />
        )}
      >
        {t('import.to_table')}
      </Button>
      <CloseButton
        size="sm"
        aria-label={t('shell.close')}
        onClick={() => rememberImport({ table, route }, null)}
      />
    </aside>
  );
}

/** Null while it runs, and once it is done. */
function toldOf({ state, error, result }: ImportJob, t: (key: string) => string): string | null {
  if (state === 'failed')
    return [t('import.failed'), error && failureText(new ApiRefusal(error))].filter(Boolean).join(' ');
  return state === 'done' && result !== null && isAsking(result) ? t('import.asks') : null;
}
