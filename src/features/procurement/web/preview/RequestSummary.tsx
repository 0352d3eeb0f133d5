import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BudgetLine } from '../../../../document/web/budget/BudgetLine.tsx';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import type { PreviewDocument } from '../../../../document/web/listed-kind.ts';
import { PreviewFact, PreviewFacts } from '../../../../document/web/PreviewFacts.tsx';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type BudgetedPreview, budgetedPreview } from './budgeted-preview.ts';
import classes from './RequestSummary.module.css';
import { supplierShares } from './supplier-shares.ts';

interface Numbered extends Reference {
  readonly number: string;
}

interface PreviewedRequest extends PreviewDocument, BudgetedPreview {
  readonly total_netto: number | null;
  readonly total_brutto: number | null;
  readonly delivery_date: string | null;
  readonly creator: { readonly name: string } | null;
  readonly timeline: PreviewDocument['timeline'];
  readonly client: PreviewDocument['client'];
  readonly cost_center: Numbered | null;
  readonly ledger_account: Numbered | null;
}

/** The summary of a request beside the list: suppliers and amounts (OVW-06). */
export function Summary({ document }: { readonly document: PreviewedRequest }): ReactNode {
  const { t } = useTranslation();
  const { currency } = document;
  const format = useFormat();
  const numbered = (row: Numbered | null): string => (row ? `${row.number} ${row.name}` : '');
  return (
    <PreviewFacts
      name={document.name}
      more={
        <>
          <BudgetLine document={budgetedPreview(document, format)} />
          <Shares document={document} />
        </>
      }
    >
      <PreviewFact label={t('overview.field.net')}>
        <Amount value={document.total_netto} currency={currency} decimals={2} />
      </PreviewFact>
      <PreviewFact label={t('overview.field.gross')}>
        <Amount value={document.total_brutto} currency={currency} decimals={2} />
      </PreviewFact>
      <PreviewFact label={t('overview.field.delivery_date')}>
        <DayText day={document.delivery_date} />
      </PreviewFact>
      <PreviewFact label={t('overview.field.cost_center')}>{numbered(document.cost_center)}</PreviewFact>
      <PreviewFact label={t('overview.field.ledger_account')}>
        {numbered(document.ledger_account)}
      </PreviewFact>
      <PreviewFact label={t('overview.field.creator')}>{document.creator?.name}</PreviewFact>
    </PreviewFacts>
  );
}

/** Its lines by supplier. */
function Shares({ document }: { readonly document: PreviewedRequest }): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const shares = supplierShares(document.procurement_lines);
  if (shares.length === 0) return null;
  return (
    <ul className={classes.shares}>
      {shares.map((share) => (
        <li key={share.supplier} className={classes.share}>
          <span className={classes.supplier}>{share.supplier ?? t('overview.no_supplier')}</span>
          <span className={classes.lines}>{t('overview.lines', { count: share.lines })}</span>
          {seesPrices ? (
            <span className={classes.shareAmount}>
              <Amount
                value={share.netto}
                currency={document.currency}
                decimals={2}
                unset={t('overview.open_amount')}
              />
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
