import { isRefusal, type Refusal } from '../../../../../base/refusal.ts';
import type { Tx } from '../../../../../platform/server/database.ts';
import type { LoadedCompany } from '../../../server/content/load-company.ts';
import { type Shown, type Target, usualPeriod } from '../../../server/target.ts';
import { bookedInDynamics } from '../booking.ts';
import { shownInDynamics } from '../shown-bookings.ts';
import { dynamicsProblem, dynamicsTransport } from './dynamics-transport.ts';
import { loadDynamicsSettings } from './load-company.ts';
import { readDynamicsInvoice } from './load-invoice.ts';

/** Dynamics 365 Finance (EXP-14). */
export const dynamicsTarget: Target = {
  transport: ({ settings, ...parts }) => dynamicsTransport({ ...parts, settings: settings.ms365 }),
  preview,
};

async function preview(
  tx: Tx,
  company: LoadedCompany,
  invoiceIds: readonly number[],
): Promise<ReadonlyMap<number, Shown | Refusal>> {
  const [settings, invoices] = await Promise.all([
    loadDynamicsSettings(tx, company.id),
    Promise.all(invoiceIds.map(async (id) => [id, await readDynamicsInvoice(tx, id)] as const)),
  ]);
  const problem = dynamicsProblem(settings, company.name);
  const { discount_codes, category } = settings;
  return new Map(
    invoices.map(([id, invoice]) => {
      const booking =
        problem ?? bookedInDynamics(invoice, { ...company, discount_codes, category }, usualPeriod);
      const shown = isRefusal(booking) ? booking : { day: booking.day, bookings: shownInDynamics(booking) };
      return [id, shown];
    }),
  );
}
