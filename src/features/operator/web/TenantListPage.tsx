import { Button, NativeSelect, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthsUpTo, monthText } from '../../../base/month.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import { percentOf } from '../../deletion/model.ts';
import type { OperatorSearch } from '../address.ts';
import type { ListedTenant } from '../model.ts';
import classes from './Operator.module.css';
import { tenantsOptions } from './tenant-data.ts';

/** Number of selectable months. */
const monthCount = 24;
const states = ['active', 'archived', 'all'] as const;

type Change = { readonly [Name in keyof OperatorSearch]: OperatorSearch[Name] | undefined };

/** `/operator/tenant`: all tenants, with documents created in a month (OP-01). */
export function TenantListPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search: OperatorSearch = useSearch({ strict: false });
  const today = useFormat().dayOf(useNow()).slice(0, 7);
  const [text, setText] = useState('');
  const { month = today, status = 'active' } = search;
  const { data, error, refetch, isPlaceholderData } = useQuery(tenantsOptions(month));
  const show = (change: Change): void => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined);
    void navigate({ to: '/operator/tenant', search: Object.fromEntries(next), replace: true });
  };
  const shown = data?.tenants.filter(
    (tenant) =>
      (status === 'all' || tenant.status === status) &&
      tenant.name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()),
  );
  return (
    <>
      <PageTitleRow title={t('entity.tenant.many')}>
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/operator/tenant/deletion" />}>
          {t('deletion.log')}
        </Button>
        <Button
          variant="filled"
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          component={Link}
          to="/operator/tenant/form"
        >
          {t('entity.tenant.new')}
        </Button>
      </PageTitleRow>
      <ListBar {...{ text, status, month, today }} count={shown?.length} onText={setText} onShow={show} />
      {error !== null && data === undefined ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : shown === undefined ? (
        <Waiting />
      ) : shown.length === 0 ? (
        <EmptyState title={t('entity.nothing_found')}>{t('entity.nothing_found_text')}</EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        <div className={classes.scroll} tabIndex={0} aria-busy={isPlaceholderData}>
          <TenantTable tenants={shown} />
        </div>
      )}
    </>
  );
}

interface ListBarProps {
  readonly text: string;
  readonly status: (typeof states)[number];
  readonly month: string;
  /** The current month. */
  readonly today: string;
  readonly count: number | undefined;
  readonly onText: (text: string) => void;
  readonly onShow: (change: Change) => void;
}

/** Filters of the list, and the month of its figures. */
function ListBar({ text, status, month, today, count, onText, onShow }: ListBarProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <search className={classes.bar}>
      <TextInput
        data-page-search
        type="search"
        className={classes.search}
        aria-label={t('entity.search')}
        placeholder={t('entity.search')}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('entity.state')}
        value={status}
        onChange={(value) => onShow({ status: value === 'archived' || value === 'all' ? value : undefined })}
        data={states.map((value) => ({ value, label: t(`operator.state.${value}`) }))}
      />
      <NativeSelect
        className={classes.month}
        aria-label={t('operator.month')}
        value={month}
        onChange={({ currentTarget: { value } }) => onShow({ month: value === today ? undefined : value })}
        data={monthsUpTo(today, monthCount).map((value) => ({ value, label: monthText(value, language) }))}
      />
      <p className={classes.count} aria-live="polite">
        {count === undefined ? '' : t('entity.count', { count })}
      </p>
    </search>
  );
}

/** Placeholder rows while loading. */
export function Waiting(): ReactNode {
  return (
    <div className={classes.waiting} aria-busy="true">
      {[100, 96, 98, 92, 97].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} />
      ))}
    </div>
  );
}

function StatusOfTenant({ tenant: { status, deletion } }: { readonly tenant: ListedTenant }): ReactNode {
  const { t } = useTranslation();
  if (deletion !== null)
    return (
      <MeaningBadge meaning="waiting" plain>
        {t('operator.deleting', { percent: percentOf(deletion) })}
      </MeaningBadge>
    );
  return (
    <MeaningBadge meaning={status === 'active' ? 'done' : 'draft'} plain>
      {t(`operator.status.${status}`)}
    </MeaningBadge>
  );
}

const figures = ['documents', 'orders', 'invoices'] as const;

function TenantTable({ tenants }: { readonly tenants: readonly ListedTenant[] }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('entity.tenant.field.name')}</th>
          <th scope="col">{t('operator.column.status')}</th>
          <th scope="col">{t('entity.tenant.field.contact_email')}</th>
          <th scope="col">{t('operator.column.created')}</th>
          {figures.map((name) => (
            <th key={name} scope="col" className={classes.number}>
              {t(`operator.column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tenants.map((tenant) => (
          <tr key={tenant.id}>
            <td title={tenant.name}>
              <Link to="/operator/tenant/form" search={{ id: tenant.id }} className={classes.name}>
                {tenant.name}
              </Link>
            </td>
            <td data-label={t('operator.column.status')}>
              <StatusOfTenant tenant={tenant} />
            </td>
            <td data-label={t('entity.tenant.field.contact_email')}>{tenant.contact_email}</td>
            <td data-label={t('operator.column.created')}>{format.day(format.dayOf(tenant.created_at))}</td>
            {figures.map((name) => (
              <td key={name} data-label={t(`operator.column.${name}`)} className={classes.number}>
                {format.quantity(tenant[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
