import { Button, Checkbox, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOf, minus } from '../../../base/money.ts';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import { type ExportTarget, exportTargets, targets } from '../../export-target/targets.ts';
import { initialSettings } from '../../invoice/setting-fields.ts';
import { type ClosedPeriod, closedPeriods } from '../booking-day.ts';
import { AutomaticExports } from './AutomaticExports.tsx';
import classes from './ExportPage.module.css';
import { ExportRuns } from './ExportRuns.tsx';
import {
  companyGross,
  type ExportFilter,
  notTicked,
  orderExport,
  readinessOptions,
  surroundingsOptions,
  type Waiting,
  waitingOptions,
} from './export-data.ts';
import { NotReadyInvoices } from './NotReadyInvoices.tsx';
import { SandboxBadge } from './SandboxBadge.tsx';
import { SelectedSum } from './SelectedSum.tsx';
import { WaitingInvoices } from './WaitingInvoices.tsx';

const route = getRouteApi('/shell/invoice/export');

/** `/invoice/export`: exports waiting invoices and shows the results (EXP-02, EXP-03, EXP-23). */
export function ExportPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id } = route.useSearch();
  const isAdmin = useHasRole('user-admin');
  const [filter, setFilter] = useState<ExportFilter>({
    clientId: null,
    from: null,
    to: null,
    includeExported: false,
    ids: id === undefined ? null : [id],
  });
  const [byHand, setByHand] = useState<ReadonlySet<number> | null>(null);
  const { data: waiting } = useQuery(waitingOptions(filter));
  const shownIds = (waiting?.invoices ?? []).map((invoice) => invoice.id);
  const { data: readiness = {} } = useQuery(readinessOptions(shownIds));
  const excluded = byHand ?? notTicked(shownIds, readiness);
  const { data: surroundings } = useQuery(surroundingsOptions);
  const target = exportTargets.find((one) => one === surroundings?.target) ?? initialSettings.exportTarget;
  const { connection, takesAgain } = targets[target];
  const change = (part: Partial<ExportFilter>): void => {
    setFilter({ ...filter, ...part });
    setByHand(null);
  };
  return (
    <div className={classes.page}>
      <PageTitleRow
        title={t('invoice_export.title')}
        onBack={() => void navigate({ to: '/overview', search: { tab: 'invoice' } })}
        status={
          <>
            <span className="quiet">{t(`invoice_export.target.${target}`)}</span>
            <SandboxBadge system={target} />
            {isAdmin && connection !== null ? (
              <Link to="/admin/configuration" search={{ tab: connection.tab }} className="text-link">
                {t('invoice_export.settings', { target: t(`invoice_export.target.${target}`) })}
              </Link>
            ) : null}
          </>
        }
      />
      <div className={classes.body}>
        <Filter
          filter={filter}
          companies={surroundings?.companies ?? []}
          takesAgain={takesAgain}
          onChange={change}
        />
        {waiting === undefined ? null : (
          <>
            <NotReadyInvoices invoices={waiting.invoices} readiness={readiness} target={target} />
            <WaitingInvoices
              waiting={waiting}
              excluded={excluded}
              readiness={readiness}
              onExclude={setByHand}
            />
            {waiting.count + waiting.reversals.length === 0 ? null : (
              <Order filter={filter} waiting={waiting} excluded={excluded} target={target} />
            )}
          </>
        )}
        <AutomaticExports companies={surroundings?.automatic ?? []} />
        <ExportRuns />
      </div>
    </div>
  );
}

interface FilterProps {
  readonly filter: ExportFilter;
  readonly companies: readonly { readonly id: number; readonly name: string }[];
  /** The target takes invoices a second time. */
  readonly takesAgain: boolean;
  readonly onChange: (part: Partial<ExportFilter>) => void;
}

function Filter({ filter, companies, takesAgain, onChange }: FilterProps): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={classes.filter} aria-label={t('invoice_export.filter')}>
      <Select
        label={t('invoice_export.company')}
        placeholder={t('invoice_export.all_companies')}
        data={companies.map((one) => ({ value: String(one.id), label: one.name }))}
        value={filter.clientId === null ? null : String(filter.clientId)}
        onChange={(value) => onChange({ clientId: value === null ? null : Number(value) })}
        clearable
      />
      <DayField
        label={t('invoice_export.from')}
        value={filter.from}
        onChange={(from) => onChange({ from })}
      />
      <DayField label={t('invoice_export.to')} value={filter.to} onChange={(to) => onChange({ to })} />
      <Checkbox
        label={t('invoice_export.include_exported')}
        checked={filter.includeExported}
        onChange={(event) => onChange({ includeExported: event.currentTarget.checked })}
      />
      {filter.ids === null ? null : (
        <Button variant="subtle" onClick={() => onChange({ ids: null })}>
          {t('invoice_export.show_all')}
        </Button>
      )}
      {filter.includeExported && !takesAgain ? (
        <p className={classes.quiet}>{t('error.export_needs_clearing')}</p>
      ) : null}
    </section>
  );
}

interface OrderProps {
  readonly filter: ExportFilter;
  readonly waiting: Waiting;
  readonly excluded: ReadonlySet<number>;
  readonly target: ExportTarget;
}

/** The selection, its sum, and the export button. */
function Order({ filter, waiting, excluded, target }: OrderProps): ReactNode {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { reversals } = waiting;
  const [closedPeriod, setClosedPeriod] = useState<ClosedPeriod>('first_open_day');
  // The other targets manage closed periods themselves.
  const hasClosedPeriods = targets[target].isFile;
  const chosen = waiting.invoices.filter(({ id }) => !excluded.has(id));
  const isWhole = excluded.size === 0 && filter.ids === null;
  const count = (isWhole ? waiting.count : chosen.length) + reversals.length;
  const takenBack = reversals.map(({ control_amount: amount, currency, invoice_export_run: run }) => ({
    currency: run.client?.currency ?? currency,
    amount: amount === null ? null : minus('0', amountOf(amount)),
  }));
  const order = useMutation({
    mutationFn: () =>
      orderExport({
        client_id: filter.clientId,
        from: filter.from,
        to: filter.to,
        include_exported: filter.includeExported,
        ...(hasClosedPeriods && { closed_period: closedPeriod }),
        invoice_ids: isWhole
          ? null
          : [...chosen, ...reversals.map(({ invoice }) => invoice)].map(({ id }) => id),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invoice-export'] }),
    onError: toastFailure,
  });
  return (
    <footer className={classes.order}>
      {hasClosedPeriods ? (
        <Select
          label={t('invoice_export.closed_period')}
          data={closedPeriods.map((value) => ({ value, label: t(`invoice_export.closed.${value}`) }))}
          value={closedPeriod}
          onChange={(value) => setClosedPeriod(closedPeriods.find((one) => one === value) ?? closedPeriod)}
          allowDeselect={false}
        />
      ) : null}
      <SelectedSum
        worths={[...chosen.map(companyGross), ...takenBack]}
        isPart={isWhole && waiting.count > waiting.invoices.length}
      />
      <Button disabled={count === 0} loading={order.isPending} onClick={() => order.mutate()}>
        {t('invoice_export.order', { count })}
      </Button>
    </footer>
  );
}
