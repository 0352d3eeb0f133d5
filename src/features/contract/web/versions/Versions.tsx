import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InstantText } from '../../../../platform/web/kit/DayText.tsx';
import type { ContractDocument } from '../kind.ts';
import { ToContract } from './AmendmentNote.tsx';
import { useVersionText } from './use-version-text.ts';
import classes from './Versions.module.css';

/** The versions of a contract, newest first, each with its differences from the previous one (CON-38). */
export function Versions({ document }: { readonly document: ContractDocument }): ReactNode {
  const { t } = useTranslation();
  const text = useVersionText();
  const { contract_versions: versions } = document;
  if (versions.length === 0) return null;
  return (
    <ol className={classes.versions} aria-label={t('contract.version.label')}>
      {versions.map(({ id, version_no, amendment, signed_at, signed_by, changed, differences }) => (
        <li key={id}>
          <strong>{t('contract.version.number', { number: version_no })}</strong>{' '}
          {amendment === null ? null : <ToContract {...amendment} />}{' '}
          <span className="quiet">
            {signed_by?.name} {signed_at === null ? null : <InstantText instant={signed_at} />}
          </span>
          <ul>
            {(differences ?? changed.map((field) => ({ field, before: null, after: null }))).map(
              (difference) => (
                <li key={`${difference.field} ${difference.before} ${difference.after}`}>
                  {text(difference)}
                </li>
              ),
            )}
          </ul>
        </li>
      ))}
    </ol>
  );
}
