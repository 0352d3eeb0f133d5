import { Button, Checkbox } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { compareAmounts } from '../../../../base/money.ts';
import type { ListedKind } from '../../../../document/listed-kind.ts';
import { useShownKind } from '../../../../document/web/listed-kind.ts';
import { isDoneInPreview, nextDeed } from '../../../../document/web/offered-actions.ts';
import { StatusBadge } from '../../../../document/web/StatusBadge.tsx';
import { truncatedTextLength } from '../../../../platform/constants.ts';
import { useCommand } from '../../../../platform/web/command.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { AgeText, DayText } from '../../../../platform/web/kit/DayText.tsx';
import { DocumentNumber } from '../../../../platform/web/kit/DocumentNumber.tsx';
import { Hint } from '../../../../platform/web/kit/Hint.tsx';
import { useHasRole, useProfile } from '../../../../platform/web/profile.ts';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { OverviewTab } from '../../filter.ts';
import { acceptMutation } from '../commands.ts';
import classes from './DocumentRow.module.css';
import type { ListedDocument } from './listed-document.ts';
import { useReceived } from './received.ts';
import { UrgencyTag } from './UrgencyTag.tsx';

/** Actions of a row. */
export interface RowActions {
  readonly select: (document: ListedDocument) => void;
  readonly open: (document: ListedDocument) => void;
  /** Picks or unpicks the row for a bulk action. */
  readonly toggle: (document: ListedDocument) => void;
}

export interface DocumentRowProps {
  readonly document: ListedDocument;
  readonly tab: OverviewTab;
  readonly isSelected: boolean;
  /** Currency named in the column head; null where it names none. */
  readonly headCurrency: string | null;
  /** From the top of its group, in pixels. */
  readonly top: number;
  /** Index among all rows of the table; undefined while unknown. */
  readonly rowIndex: number | undefined;
  /** Undefined where the row cannot be picked. */
  readonly isPicked: boolean | undefined;
  readonly actions: RowActions;
}

/** A click selects, a double click opens; the name is a real link. */
export const DocumentRow = memo(function DocumentRow(props: DocumentRowProps): ReactNode {
  const { document, tab, isSelected, top, rowIndex, actions } = props;
  return (
    <tr
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={rowIndex}
      data-key={document.key}
      data-selected={isSelected || undefined}
      onClick={(event) => (isInteractive(event) ? undefined : actions.select(document))}
      onDoubleClick={(event) => (isInteractive(event) ? undefined : actions.open(document))}
    >
      <td className={classes.number}>
        <PickOrIcon {...props} />
        <DocumentNumber number={document.number} />
      </td>
      <NamingCell {...props} />
      <td className={classes.status}>
        <StatusBadge kind={document.kind} status={document.status} plain />
      </td>
      <td className={classes.delivery} data-key="delivery">
        <DayText day={document.deliveryDate} />
      </td>
      <td className={classes.age}>
        {tab === 'contract' ? (
          <DayText day={document.dueDate} />
        ) : (
          <AgeText instant={tab === 'tasks' ? document.since : document.createdAt} />
        )}
      </td>
      <td className={classes.amount}>
        <NetAmount document={document} headCurrency={props.headCurrency} />
      </td>
      <td className={classes.action}>
        <RowAction {...props} />
      </td>
    </tr>
  );
});

/**
 * The amount, and below it the amount in company currency (PRICE-07); a placeholder for people without prices
 * (ROLE-07).
 */
function NetAmount({
  document,
  headCurrency,
}: Pick<DocumentRowProps, 'document' | 'headCurrency'>): ReactNode {
  const { t } = useTranslation();
  if (!useHasRole('user-price')) {
    return (
      <Hint label={t('shell.price_hidden')}>
        <IconEyeOff size={16} stroke={1.6} role="img" aria-label={t('shell.price_hidden')} />
      </Hint>
    );
  }
  return (
    <>
      {document.currency === headCurrency ? (
        <span className={classes.withoutCurrency}>
          <Amount value={document.amount} decimals={2} unset={t('overview.open_amount')} />
        </span>
      ) : null}
      <span className={document.currency === headCurrency ? classes.withCurrency : undefined}>
        <Amount
          value={document.amount}
          currency={document.amountCurrency}
          decimals={2}
          unset={t('overview.open_amount')}
        />
      </span>
      {document.companyAmount === null ? null : (
        <span className={classes.companyAmount}>
          <Amount value={document.companyAmount} currency={document.companyCurrency} decimals={2} />
        </span>
      )}
    </>
  );
}

/** The name, and the person or group in charge. */
function NamingCell({ document, tab, isSelected, actions }: DocumentRowProps): ReactNode {
  const { t } = useTranslation();
  const { route } = useShownKind(document.kind);
  const name = document.name || t('overview.unnamed');
  const onLink = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    actions.select(document);
  };
  return (
    <td className={classes.naming}>
      <Hint label={name.length <= truncatedTextLength ? null : name} onFocus>
        <Link
          to={route}
          search={{ id: document.id }}
          className={classes.name}
          aria-current={isSelected ? 'true' : undefined}
          onClick={onLink}
          onDoubleClick={() => actions.open(document)}
        >
          {name}
        </Link>
      </Hint>
      {document.secondaryName === null ? null : (
        <span className={classes.supplier}>{document.secondaryName}</span>
      )}
      <ReceivedTag document={document} />
      {tab === 'tasks' ? <UrgencyTag document={document} /> : null}
      {document.represented === null || tab !== 'tasks' ? null : (
        <span className={classes.tag}>{t('overview.acting_for', { name: document.represented })}</span>
      )}
      {document.group === null ? null : (
        <Hint label={t('overview.of_group_hint', { name: document.group })}>
          <span className={classes.tag}>{t('overview.of_group')}</span>
        </Hint>
      )}
    </td>
  );
}

/** Received share of the goods, once some arrived. */
function ReceivedTag({ document }: Pick<DocumentRowProps, 'document'>): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const goods = useReceived(document);
  if (goods === null || compareAmounts(goods.received, '0') <= 0) return null;
  const values = { received: format.quantity(goods.received), ordered: format.quantity(goods.ordered) };
  const { isOfOneUnit } = goods;
  return (
    <Hint label={t(isOfOneUnit ? 'overview.received_hint' : 'overview.received_lines_hint', values)}>
      <span className={classes.tag}>
        {t(isOfOneUnit ? 'overview.received' : 'overview.received_lines', values)}
      </span>
    </Hint>
  );
}

/** Pickable rows show a checkbox instead of their icon (TASK-25). */
function PickOrIcon({ document, isPicked, actions }: DocumentRowProps): ReactNode {
  const { t } = useTranslation();
  const { icon: Icon } = useShownKind(document.kind);
  if (isPicked === undefined) return <Icon size={16} stroke={1.6} aria-hidden />;
  return (
    <Checkbox
      size="xs"
      aria-label={t('overview.several.select', { number: document.number })}
      checked={isPicked}
      onChange={() => actions.toggle(document)}
    />
  );
}

/** Accepts a group's task here; other actions open the preview or the page. */
function RowAction({ document, tab, isSelected, actions }: DocumentRowProps): ReactNode {
  const { t } = useTranslation();
  const kind = useShownKind(document.kind);
  const accept = useCommand(acceptMutation(kind.name), { onDone: () => toastSaved() });
  const persons = useProfile()?.persons ?? [];
  const action = actionOf(document, kind, tab, persons);
  const run = (): void => {
    if (action === 'accept') void accept.run({ id: document.id, expected_version: document.version });
    else if (isDoneInPreview(action, kind) && !isSelected) actions.select(document);
    else actions.open(document);
  };
  return (
    <Button
      size="compact-sm"
      variant={isSelected ? 'default' : 'subtle'}
      className={classes.button}
      loading={accept.isPending}
      aria-label={`${t(`action.show.${action}`)}: ${document.number}`}
      onClick={run}
    >
      {t(`action.show.${action}`)}
    </Button>
  );
}

function actionOf(
  document: ListedDocument,
  { shownSteps }: ListedKind,
  tab: OverviewTab,
  persons: readonly number[],
): string {
  if (tab === 'drafts') return 'draft';
  if (tab !== 'tasks') return 'document';
  return nextDeed({ ...document, isGroupTask: document.group !== null }, shownSteps, persons);
}

function isInteractive(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('a, button, label, input') !== null;
}
