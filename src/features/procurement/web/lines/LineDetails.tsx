import { Checkbox, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentFieldInput } from '../../../../document/web/head/DocumentFieldInput.tsx';
import classes from '../../../../document/web/lines/LineGrid.module.css';
import type { LineField, ShownTypedLine } from '../../../../document/web/lines/line-columns.ts';
import { costCentersOf, findProductGroups, ledgerAccountsOf } from '../../../../document/web/lookups.ts';
import { onceChosen } from '../../../../platform/web/kit/once-chosen.ts';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { lineFields } from '../../fields.ts';
import { type HeadDraft, type LineDraft, withPrice } from '../draft/draft.ts';
import { Locked } from './Locked.tsx';
import { useFavouriteMark, useFavouriteOf } from './use-known-products.ts';
import { useUnitPriceDecimals } from './use-unit-price-decimals.ts';

/** The columns of the details; a line with a problem in one of them opens automatically. */
export const detailColumns = [
  'kind',
  'cost_center_id',
  'ledger_account_id',
  'product_group_id',
  'price_unit',
  'delivery_date',
  'offer_number',
  'offer_date',
  'webshop_url',
  'image_url',
  'save_to_catalogue',
] as const;

export interface LineDetailsProps extends ShownTypedLine<LineDraft> {
  readonly client: HeadDraft['client'];
}

/** The fields of a line that the advanced view adds (PROC-10). */
export function LineDetails({ line, field, client, onChange }: LineDetailsProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const input = (name: keyof LineDraft & keyof typeof lineFields): ReactNode => (
    <DocumentFieldInput field={lineFields[name]} {...field(name)} />
  );
  const clientId = client?.id ?? 0;
  const onceCompanyIsChosen = onceChosen(client !== null, t('document.needs_company'));
  return (
    <div className={classes.detailFields}>
      <Locked line={line}>{input('kind')}</Locked>
      <SearchSelect
        {...field('cost_center', 'cost_center_id')}
        {...onceCompanyIsChosen}
        {...(line.is_cost_center_fixed ? { disabled: true, hint: t('procurement.cost_center_fixed') } : {})}
        {...costCentersOf(clientId)}
      />
      <SearchSelect
        {...field('ledger_account', 'ledger_account_id')}
        {...onceCompanyIsChosen}
        {...ledgerAccountsOf(clientId)}
      />
      <SearchSelect
        {...field('product_group', 'product_group_id')}
        searchKey={['product_group']}
        search={findProductGroups}
      />
      <Locked line={line}>
        {seesPrices ? (
          <>
            <PriceMode line={line} onChange={onChange} />
            {input('price_unit')}
          </>
        ) : null}
        {input('delivery_date')}
        {input('offer_number')}
        {input('offer_date')}
        {input('webshop_url')}
        {input('image_url')}
        <SaveToCatalogue line={line} field={field('save_to_catalogue')} />
      </Locked>
      {line.product_id === null ? null : <Favourite productId={line.product_id} />}
    </div>
  );
}

/** Marks the article as favourite of the person, who finds it on the next request (PROC-41). */
function Favourite({ productId }: { readonly productId: number }): ReactNode {
  const { t } = useTranslation();
  const favouriteId = useFavouriteOf(productId);
  const { toggle, isPending } = useFavouriteMark();
  return (
    <Checkbox
      className={classes.detailCheck}
      label={t('procurement.favourite')}
      checked={favouriteId !== null && favouriteId !== undefined}
      disabled={favouriteId === undefined || isPending}
      onChange={() => toggle(productId, favouriteId ?? null)}
    />
  );
}

/** Whether the price is typed net or gross (PRICE-03). */
function PriceMode({ line, onChange }: Pick<LineDetailsProps, 'line' | 'onChange'>): ReactNode {
  const { t } = useTranslation();
  const decimals = useUnitPriceDecimals();
  const label = `mode-${line.key}`;
  return (
    <div>
      <p className={classes.label} id={label}>
        {t('procurement.price_mode')}
      </p>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-labelledby={label}
        value={line.price_mode}
        data={[
          { value: 'net', label: t('document.line.net') },
          { value: 'gross', label: t('document.line.gross') },
        ]}
        onChange={(mode) =>
          onChange(['price_mode'], (present) =>
            withPrice(present, { mode: mode === 'gross' ? 'gross' : 'net' }, decimals),
          )
        }
      />
    </div>
  );
}

interface SaveToCatalogueProps {
  readonly line: LineDraft;
  readonly field: LineField<boolean>;
}

/** Saves a typed line as a catalogue product (PROC-08). */
function SaveToCatalogue({ line, field }: SaveToCatalogueProps): ReactNode {
  if (!useHasRole('user-can-insert-product') || line.kind !== 'item' || line.product_id !== null) return null;
  return (
    <Checkbox
      className={classes.detailCheck}
      label={field.label}
      error={field.error}
      checked={field.value}
      onChange={({ currentTarget: { checked } }) => field.onChange(checked)}
    />
  );
}
