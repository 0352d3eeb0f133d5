import { IconGitBranch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type AmendedRow, type ContractDocument, contractPage } from '../kind.ts';
import { useVersionText } from './use-version-text.ts';
import classes from './Versions.module.css';

/** On an amendment: its contract and changes; on a contract: its open amendment (CON-38). */
export function AmendmentNote({ document }: { readonly document: ContractDocument }): ReactNode {
  const { t } = useTranslation();
  const text = useVersionText();
  const { amends, amendment_differences: differences } = document;
  const [open] = document.open_amendments;
  const other = amends ?? open;
  if (other === undefined) return null;
  return (
    <section className={classes.note} aria-label={t('contract.version.label')}>
      <IconGitBranch size={16} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        {t(amends === null ? 'contract.version.open' : 'contract.version.amends')} <ToContract {...other} />
        <ul>
          {differences.map((difference) => (
            <li key={`${difference.field} ${difference.before} ${difference.after}`}>{text(difference)}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A link to another contract, by its number. */
export function ToContract({ id, number }: AmendedRow): ReactNode {
  return (
    <Link to={contractPage.route} search={{ id }}>
      {number ?? id}
    </Link>
  );
}
