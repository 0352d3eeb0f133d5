import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../entity.ts';
import { fieldLabelKey } from '../../labels.ts';
import type { Differences } from '../../sheet/differences.ts';
import classes from './EntitySheet.module.css';

export interface ImportDifferencesProps {
  readonly entity: Entity;
  readonly differences: Differences;
}

/** Each cell that an import would change, before anything is written (SHEET-19). */
export function ImportDifferences({
  entity,
  differences: { cells, count },
}: ImportDifferencesProps): ReactNode {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={classes.previewView} tabIndex={0} aria-label={t('import.differences.label')}>
      <p>{t('import.differences.count', { count })}</p>
      <table className={classes.preview}>
        <thead>
          <tr>
            {(['row', 'field', 'before', 'after'] as const).map((part) => (
              <th scope="col" key={part}>
                {t(`import.differences.${part}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map(({ at, row, field, before, after }) => (
            <tr key={`${at} ${field}`}>
              <th scope="row">
                {t('import.line', { line: at })}: {row}
              </th>
              <td>{t(fieldLabelKey(entity.table, field))}</td>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > cells.length ? <p>{t('import.differences.more', { shown: cells.length })}</p> : null}
    </section>
  );
}
