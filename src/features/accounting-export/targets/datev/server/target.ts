import { isRefusal, type Refusal, refuse } from '../../../../../base/refusal.ts';
import type { Tx } from '../../../../../platform/server/database.ts';
import { companyProblem } from '../../../booked-invoice.ts';
import type { LoadedCompany } from '../../../server/content/load-company.ts';
import { type Shown, showEach, type Target, usualPeriod } from '../../../server/target.ts';
import type { DatevBasics } from '../basics.ts';
import { shownOnline } from '../shown-bookings.ts';
import { datevTransport } from './datev-transport.ts';
import { ledgerPayload } from './load-ledger.ts';

/** DATEV online (EXP-08). */
export const datevTarget: Target = {
  transport: ({ settings, ...parts }) => datevTransport({ ...parts, settings: settings.datev }),
  preview,
};

/** Uses DATEV's last answer about the company. */
async function preview(
  tx: Tx,
  company: LoadedCompany,
  invoiceIds: readonly number[],
): Promise<ReadonlyMap<number, Shown | Refusal>> {
  const connected = tx.maybeOne<{ basics: DatevBasics | null }>(
    `select basics from accounting_connection where system = 'datev' and client_id = $1 and state = 'active'
       and datev_client_id is not null`,
    [company.id],
  );
  const missing = companyProblem({ ...company, payables_ledger: true });
  const shown = showEach(tx, company, invoiceIds, async (invoice) => {
    const connection = await connected;
    const problem = missing ?? (connection ? null : refuse('export_connection_inactive'));
    if (problem !== null) return problem;
    const basics = connection?.basics ?? basicsOf(company);
    const ledger = await ledgerPayload(tx, invoice, { company, basics, closedPeriod: usualPeriod });
    return isRefusal(ledger) ? ledger : { day: ledger.day, bookings: shownOnline(ledger) };
  });
  const [, previews] = await Promise.all([connected, shown]);
  return previews;
}

/** The company's own settings apply until DATEV has answered. */
function basicsOf({ ledger_account_length: account_length }: LoadedCompany): DatevBasics {
  const all = { from: '0001-01-01', to: '9999-12-31', account_length, has_payables: true };
  return { has_access: true, years: [all] };
}
