import { NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownKind } from '../../../document/web/listed-kind.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { statusMeaning } from '../../../timeline/kinds.ts';
import { overviewOf } from '../dashboard-links.ts';
import type { Dimension } from '../model.ts';
import { type Share, sharesOf } from '../shares.ts';
import { type Bar, BarTable } from './BarTable.tsx';
import classes from './FigurePanel.module.css';
import { Panel, WholeButton } from './Panel.tsx';
import type { PanelProps } from './use-dashboard-view.ts';

/** Bars shown initially; a button shows all. */
const fewBars = 8;

/** Initial kind of a panel: invoices for accounts, orders otherwise. */
const firstKind: Readonly<Partial<Record<Dimension, string>>> = { ledger_account: 'invoice' };

export interface FigurePanelProps extends PanelProps {
  readonly kinds: readonly ShownKind[];
  readonly dimension: Dimension;
}

/** Counts or values by one dimension (DASH-03); each bar opens its documents (DASH-04). */
export function FigurePanel({ kinds, dimension, ...props }: FigurePanelProps): ReactNode {
  const { t } = useTranslation();
  const usual = kinds.find(({ name }) => name === firstKind[dimension]) ?? kinds[0];
  const [chosen, setChosen] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const kind = kinds.find(({ name }) => name === chosen) ?? usual;
  const bars = useBars(props, kind, dimension);
  if (kind === undefined) return null;
  const kindName = t(`overview.tab.${kind.name}`);
  const unit = t(`dashboard.unit.${props.view.measure}`, { currency: props.currency });
  const isStatus = dimension === 'status';
  const title = isStatus ? t('dashboard.by_status', { kind: kindName }) : t(`dashboard.by.${dimension}`);
  const shown = isWhole || isStatus ? bars : bars.slice(0, fewBars);
  return (
    <Panel
      title={title}
      note={isStatus ? unit : `${kindName}, ${unit}`}
      isLoading={props.figures === null}
      isEmpty={bars.length === 0}
      tools={
        <>
          {kinds.length > 1 ? (
            <NativeSelect
              size="xs"
              classNames={{ input: classes.kind }}
              aria-label={t('dashboard.kind_of', { panel: title })}
              value={kind.name}
              onChange={(event) => setChosen(event.currentTarget.value)}
              data={kinds.map(({ name }) => ({ value: name, label: t(`overview.tab.${name}`) }))}
            />
          ) : null}
          {bars.length > fewBars && !isStatus ? <WholeButton isWhole={isWhole} onWhole={setWhole} /> : null}
        </>
      }
    >
      <BarTable
        caption={`${title}, ${kindName}, ${unit}`}
        nameTitle={t(isStatus ? 'overview.column.status' : `overview.filter.${dimension}`)}
        valueTitle={unit}
        bars={shown}
      />
    </Panel>
  );
}

function useBars(
  { figures, view, currency }: PanelProps,
  kind: ShownKind | undefined,
  dimension: Dimension,
): readonly Bar[] {
  const { t } = useTranslation();
  const format = useFormat();
  if (kind === undefined) return [];
  const nameOf = ({ key, name, isRest }: Share): string => {
    if (isRest) return t('dashboard.rest');
    if (key === null) return t('overview.filter.none');
    return dimension === 'status' ? t(`status.${kind.name}.${key}`) : (name ?? t('dashboard.hidden'));
  };
  const shares = sharesOf(figures ?? [], { kind: kind.name, currency, dimension, measure: view.measure });
  return shares.map((each): Bar => {
    const exact = format.amount(each.net, { currency });
    const count = t('overview.count.documents', { count: each.count });
    return {
      key: each.isRest ? 'rest' : (each.key ?? 'none'),
      number: each.number,
      name: nameOf(each),
      length: each.length,
      meaning: dimension === 'status' && each.key ? statusMeaning(kind.name, each.key) : null,
      value:
        view.measure === 'count' ? format.quantity(each.count) : format.amount(each.net, { decimals: 0 }),
      ...(view.measure === 'value' && { withoutRate: each.withoutRate }),
      hint: `${exact}, ${count}`,
      search: each.isRest ? null : overviewOf(view, kind.name, { dimension, key: each.key }),
    };
  });
}
