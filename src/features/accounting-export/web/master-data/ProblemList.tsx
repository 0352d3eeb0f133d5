import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../../entity/web/labels.ts';
import { useLanguage } from '../../../../platform/web/i18n.ts';
import type { MasterDataPreview } from '../../master-data/preview.ts';
import type { RowProblem } from '../../master-data/read-rows.ts';
import classes from './MasterData.module.css';
import { useFieldTexts } from './use-field-texts.ts';

/** The skipped values and rows of the file. */
export function ProblemList({ preview }: { readonly preview: MasterDataPreview }): ReactNode {
  const { t } = useTranslation();
  const { problems, problemCount } = preview;
  if (problems.length === 0) return <p className={classes.quiet}>{t('datev_master_data.none')}</p>;
  return (
    <section
      className={classes.scroll}
      aria-label={t('datev_master_data.kind.problems', { count: problemCount })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            {(['line', 'account', 'problem'] as const).map((column) => (
              <th key={column} data-column={column}>
                {t(`datev_master_data.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {problems.map((problem) => (
            <Problem key={`${problem.line} ${problem.problem.field}`} preview={preview} problem={problem} />
          ))}
        </tbody>
      </table>
      {problemCount > problems.length ? (
        <p className={classes.quiet}>
          {t('datev_master_data.more_problems', { count: problemCount - problems.length })}
        </p>
      ) : null}
    </section>
  );
}

interface ProblemProps {
  readonly preview: MasterDataPreview;
  readonly problem: RowProblem;
}

function Problem({ preview, problem: { line, account, isWhole, problem } }: ProblemProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const { fieldName } = useFieldTexts(preview.subject);
  const text = problemText(problem, t, language);
  return (
    <tr data-first>
      <td data-column="line">{line}</td>
      <td data-column="account">{account}</td>
      <td data-column="problem">
        {isWhole || problem.field === null
          ? t('datev_master_data.whole_row', { text })
          : t('datev_master_data.one_field', { field: fieldName(problem.field), text })}
      </td>
    </tr>
  );
}
