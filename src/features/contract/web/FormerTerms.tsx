import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayText, InstantText } from '../../../platform/web/kit/DayText.tsx';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';
import classes from './FormerTerms.module.css';
import type { ContractDocument, FormerTermRow } from './kind.ts';
import { type ReadTerms, useTermTexts } from './term-texts.ts';

/** The current and the former terms (CON-02). */
export function FormerTerms({ document }: { readonly document: ContractDocument }): ReactNode {
  const { t } = useTranslation();
  const { contract_terms: former } = document;
  if (former.length === 0) {
    return (
      <EmptyState
        icon={<IconHistory size={24} stroke={1.6} aria-hidden />}
        title={t('contract.no_former_terms.title')}
      >
        {t('contract.no_former_terms.text')}
      </EmptyState>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard.
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.table} aria-label={t('contract.tab.terms')}>
        <thead className={classes.head}>
          <tr>
            <th scope="col">{t('contract.valid_from')}</th>
            <th scope="col">{t('field.start_date')}</th>
            <th scope="col">{t('field.duration')}</th>
            <th scope="col">{t('field.renewal_type')}</th>
            <th scope="col">{t('field.notice_period')}</th>
            <th scope="col">{t('field.termination_special_right')}</th>
            <th scope="col">{t('contract.changed')}</th>
          </tr>
        </thead>
        <tbody>
          <tr className={classes.present}>
            <th scope="row">{t('contract.now')}</th>
            <TermCells terms={document} />
            <td />
          </tr>
          {former.map((terms) => (
            <tr key={terms.id}>
              <th scope="row">
                <DayText day={terms.valid_from} />
              </th>
              <TermCells terms={terms} />
              <td className="quiet">
                {terms.lb_user?.name} <InstantText instant={terms.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TermCells({
  terms,
}: {
  readonly terms: ReadTerms & Pick<FormerTermRow, 'start_date' | 'termination_special_right'>;
}): ReactNode {
  const texts = useTermTexts();
  return (
    <>
      <td>
        <DayText day={terms.start_date} />
      </td>
      <td>{texts.term(terms)}</td>
      <td>{texts.renewal(terms)}</td>
      <td>{terms.term_type === 'none' ? null : texts.notice(terms)}</td>
      <td>{terms.termination_special_right}</td>
    </>
  );
}
