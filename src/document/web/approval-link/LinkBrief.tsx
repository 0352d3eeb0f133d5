import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { compareAmounts } from '../../../base/money.ts';
import type { Format } from '../../../platform/web/format.ts';
import type { BriefBudget, BriefLine, DocumentBrief } from '../../brief.ts';
import { CommittedText } from '../head/CommittedText.tsx';
import { CompanyValue } from '../head/CompanyValue.tsx';
import classes from './ApprovalLink.module.css';

export interface LinkBriefProps {
  readonly brief: DocumentBrief;
  readonly format: Format;
}

/** The summary for the decision: persons, content, amounts and remaining budgets (MAIL-06). */
export function LinkBrief({ brief, format }: LinkBriefProps): ReactNode {
  const { t } = useTranslation();
  const { creator, company, suppliers, costCenters, net, gross, currency, rate, budgets, commitment } = brief;
  const { facts } = brief;
  const isYearly = commitment !== null && commitment.yearly !== null;
  const money = { currency, decimals: 2 };
  const hidden = net === null && gross === null ? t('shell.price_hidden') : null;
  return (
    <>
      <dl className={classes.facts}>
        <Fact label={t(isYearly ? 'approval_link.net_yearly' : 'approval_link.net')} isLarge>
          {net === null ? hidden : format.amount(net, money)}
        </Fact>
        <Fact label={t('approval_link.gross')}>{gross === null ? null : format.amount(gross, money)}</Fact>
        <Fact label={t('document.rate.label')}>
          {net === null || rate === null ? null : <CompanyValue amount={net} rate={rate} format={format} />}
        </Fact>
        <Fact label={t('overview.commitment.label')}>
          {commitment && <CommittedText {...{ commitment, format }} currency={commitment.currency} />}
        </Fact>
        <Fact label={t('approval_link.creator')}>{creator}</Fact>
        <Fact label={t('approval_link.supplier')}>{suppliers.join(', ')}</Fact>
        {facts.map(({ column, value, isDay }) => (
          <Fact key={column} label={t(`field.${column}`)}>
            {isDay ? format.day(value) : value}
          </Fact>
        ))}
        <Fact label={t('approval_link.company')}>{company}</Fact>
        <Fact label={t('approval_link.cost_center')}>{costCenters.join(', ')}</Fact>
      </dl>
      <Budgets budgets={budgets} format={format} />
      <Lines brief={brief} format={format} />
    </>
  );
}

/** One fact; nothing if empty. */
function Fact({
  label,
  isLarge = false,
  children,
}: {
  readonly label: string;
  readonly isLarge?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  if (!children) return null;
  return (
    <div className={classes.fact} data-large={isLarge || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Budgets({
  budgets,
  format,
}: {
  readonly budgets: readonly BriefBudget[];
  readonly format: Format;
}): ReactNode {
  const { t } = useTranslation();
  if (budgets.length === 0) return null;
  return (
    <section className={classes.part} aria-label={t('approval_link.budgets')}>
      <h2 className={classes.heading}>{t('approval_link.budgets')}</h2>
      <ul className={classes.rows}>
        {budgets.map(({ name, costCenter, before, after, currency }) => {
          const money = { currency, decimals: 2 };
          return (
            <li key={`${costCenter} ${name}`} className={classes.row}>
              <span className={classes.text}>
                {name}
                <small>{costCenter}</small>
              </span>
              <span className={classes.amounts}>
                <small>{t('approval_link.budget_before', { amount: format.amount(before, money) })}</small>
                <span data-over={compareAmounts(after, '0') < 0}>
                  {t('approval_link.budget_after', { amount: format.amount(after, money) })}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Lines({ brief, format }: LinkBriefProps): ReactNode {
  const { t } = useTranslation();
  const { lines, lineCount, currency } = brief;
  if (lines.length === 0) return null;
  const further = lineCount - lines.length;
  return (
    <section className={classes.part} aria-label={t('approval_link.lines')}>
      <h2 className={classes.heading}>{t('approval_link.lines')}</h2>
      <ul className={classes.rows}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a brief have no ids and keep their order.
          <li key={index} className={classes.row}>
            <span className={classes.text}>
              {line.text ?? '–'}
              <small>{quantityOf(line, format)}</small>
            </span>
            {line.net === null ? null : (
              <span className={classes.amounts}>{format.amount(line.net, { currency, decimals: 2 })}</span>
            )}
          </li>
        ))}
      </ul>
      {further > 0 ? (
        <p className={classes.further}>{t('approval_link.further_lines', { more: further })}</p>
      ) : null}
    </section>
  );
}

function quantityOf({ quantity, unit }: BriefLine, format: Format): string {
  return quantity === null ? '' : [format.quantity(quantity), unit].filter(Boolean).join(' ');
}
