import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { useIsPhone } from '../../../../platform/web/use-is-phone.ts';
import type { ProcurementDocument } from '../document.ts';
import { OrderStateBadge } from '../ordering/OrderStateBadge.tsx';
import { GroupingControl, useGrouping } from './GroupingControl.tsx';
import classes from './LineTable.module.css';
import { groupLines, type LineGroup, type ShownLine } from './line-groups.ts';

export interface LineTableProps {
  readonly document: ProcurementDocument;
}

/** The lines to read: bands with subtotals by supplier, cost center or product group. */
export function LineTable({ document }: LineTableProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const isPhone = useIsPhone();
  const [grouping, setGrouping] = useGrouping();
  const groups = groupLines(document, grouping, seesPrices);
  const showsOrders = ['approved', 'ordered', 'completed', 'clearing'].includes(document.status);
  const view = { document, groups, seesPrices, showsOrders };
  return (
    <section aria-label={t('procurement.lines')}>
      {document.procurement_lines.length < 2 ? null : (
        <div className={classes.tools}>
          <span className={classes.count}>
            {t('procurement.line_count', { count: document.procurement_lines.length })}
            {grouping === 'supplier'
              ? `, ${t('procurement.supplier_count', { count: groups.length })}`
              : null}
          </span>
          <GroupingControl grouping={grouping} onGrouping={setGrouping} />
        </div>
      )}
      {isPhone ? <Bands {...view} /> : <WideTable {...view} />}
    </section>
  );
}

interface ViewProps extends LineTableProps {
  readonly groups: readonly LineGroup[];
  readonly seesPrices: boolean;
  readonly showsOrders: boolean;
}

function WideTable({ document, groups, seesPrices, showsOrders }: ViewProps): ReactNode {
  const { t } = useTranslation();
  const showsReceived = isDelivering(document);
  const columns = 6 + (showsReceived ? 1 : 0) + (seesPrices ? 2 : 0);
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t('procurement.lines')}>
        <thead>
          <tr>
            <th scope="col" className={classes.position}>
              <span className="visually-hidden">{t('procurement.position')}</span>
            </th>
            <th scope="col">{t('field.description')}</th>
            <th scope="col">{t('field.item_number')}</th>
            <th scope="col">{t('field.ledger_account_id')}</th>
            <th scope="col" className={classes.number}>
              {t('field.quantity')}
            </th>
            <th scope="col">{t('field.unit')}</th>
            {showsReceived ? (
              <th scope="col" className={classes.number}>
                {t('procurement.received')}
              </th>
            ) : null}
            {seesPrices ? (
              <>
                <th scope="col" className={classes.number}>
                  {t('procurement.unit_price')}
                </th>
                <th scope="col" className={classes.number}>
                  {t('procurement.tax')}
                </th>
                <th scope="col" className={classes.number}>
                  {t('procurement.net_in', { currency: document.currency })}
                </th>
              </>
            ) : null}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.key}>
            <tr className={classes.band}>
              <th scope="rowgroup" colSpan={columns}>
                <span className={classes.bandName}>{group.name ?? t('procurement.without_group')}</span>
                {showsOrders ? <OrderState group={group} /> : null}
              </th>
              {seesPrices ? (
                <td className={classes.number}>
                  <Amount value={group.net} />
                </td>
              ) : null}
            </tr>
            {group.lines.map((line) => (
              <LineCells key={line.row.id} line={line} document={document} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function LineCells({
  line,
  document,
}: {
  readonly line: ShownLine;
  readonly document: ProcurementDocument;
}): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  const { row, position, net } = line;
  const account = row.ledger_account ?? document.ledger_account;
  return (
    <tr className={classes.row}>
      <td className={classes.position}>{position}</td>
      <td className={classes.article}>
        {row.webshop_url === null ? (
          row.description
        ) : (
          <a href={row.webshop_url} target="_blank" rel="noopener noreferrer">
            {row.description}
          </a>
        )}
        {row.kind === 'item' ? null : (
          <span className={classes.note}> {t(`procurement.kind.${row.kind}`)}</span>
        )}
      </td>
      <td className={classes.quiet}>{row.item_number}</td>
      <td className={classes.account}>{account && optionLabel(account)}</td>
      <td className={classes.quantity}>{row.quantity === null ? null : format.quantity(row.quantity)}</td>
      <td className={classes.quiet}>{row.unit}</td>
      {isDelivering(document) ? (
        <td className={classes.number}>
          <Received line={line} />
        </td>
      ) : null}
      {seesPrices ? (
        <>
          <td className={classes.number}>
            <UnitPrice line={line} />
          </td>
          <td className={classes.tax}>
            {row.tax === null ? null : t('procurement.percent', { value: format.quantity(row.tax) })}
          </td>
          <td className={classes.net}>
            <Amount value={net} />
          </td>
        </>
      ) : null}
    </tr>
  );
}

function UnitPrice({ line: { row } }: { readonly line: ShownLine }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const decimals = String(row.price_netto ?? '').split('.')[1]?.length ?? 0;
  return (
    <>
      <Amount value={row.price_netto} {...(decimals > 2 ? { decimals } : {})} />
      {row.price_unit === 1 ? null : (
        <span className={classes.note}>
          {' '}
          {t('procurement.per', { quantity: format.quantity(row.price_unit) })}
        </span>
      )}
    </>
  );
}

function Received({ line: { row } }: { readonly line: ShownLine }): ReactNode {
  const format = useFormat();
  if (row.kind !== 'item' || row.quantity === null) return null;
  const isWhole = row.quantity_received >= row.quantity;
  return (
    <span className={isWhole ? classes.complete : classes.partial}>
      {format.quantity(row.quantity_received)}
    </span>
  );
}

/** On the phone each band is one row that opens. */
function Bands({ groups, seesPrices, showsOrders, document }: ViewProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.bands}>
      {groups.map((group) => (
        <details key={group.key} className={classes.fold}>
          <summary className={classes.summary}>
            <span className={classes.foldText}>
              <span className={classes.bandName}>{group.name ?? t('procurement.without_group')}</span>
              <span className={classes.contents}>
                {group.lines.map(({ row }) => row.description).join(', ')}
              </span>
              {showsOrders ? <OrderState group={group} /> : null}
            </span>
            {seesPrices ? <Amount value={group.net} currency={document.currency} /> : null}
            <IconChevronRight size={16} stroke={1.6} className={classes.chevron} aria-hidden />
          </summary>
          <ul className={classes.foldLines}>
            {group.lines.map((line) => (
              <li key={line.row.id} className={classes.foldLine}>
                <span>
                  {line.position}. {line.row.description}
                  <FoldedQuantity line={line} isDelivering={isDelivering(document)} />
                </span>
                {seesPrices ? <Amount value={line.net} currency={document.currency} /> : null}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

/** How much was ordered and under which number, and how much of it has come. */
function FoldedQuantity(props: { readonly line: ShownLine; readonly isDelivering: boolean }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, quantity, quantity_received, unit, item_number } = props.line.row;
  const ordered = quantity === null ? '' : format.quantity(quantity);
  const received =
    props.isDelivering && kind === 'item' && quantity !== null
      ? t('procurement.receive.of', { received: format.quantity(quantity_received), ordered })
      : null;
  const parts = [`${ordered} ${unit ?? ''}`.trim(), item_number, received];
  return <span className={classes.contents}>{parts.filter(Boolean).join(', ')}</span>;
}

/** Whether the supplier has the order already (PROC-16). */
function OrderState({ group }: { readonly group: LineGroup }): ReactNode {
  if (group.supplierId === null) return null;
  return (
    <span className={classes.order}>
      <OrderStateBadge state={group.order?.state ?? 'open'} />
      {group.order?.confirmation_no ? (
        <span className={classes.note}>{group.order.confirmation_no}</span>
      ) : null}
    </span>
  );
}

function isDelivering(document: ProcurementDocument): boolean {
  return (
    document.status === 'ordered' || document.procurement_lines.some((line) => line.quantity_received > 0)
  );
}
