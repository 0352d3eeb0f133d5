import { isRefusal, type Refusal } from '../../../../../base/refusal.ts';
import type { Tx } from '../../../../../platform/server/database.ts';
import type { LoadedCompany } from '../../../server/content/load-company.ts';
import { type ShowInvoices, type Shown, type Target, usualPeriod } from '../../../server/target.ts';
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

async function preview(tx: Tx, company: LoadedCompany): Promise<ShowInvoices> {
  const settings = await loadDynamicsSettings(tx, company.id);
  const problem = dynamicsProblem(settings, company.name);
  const { discount_codes, category } = settings;
  return async (_tx, ids) => {
    const booked = new Map<number, Shown | Refusal>();
    for (const id of ids) {
      const invoice = await readDynamicsInvoice(tx, id);
      const booking =
        problem ?? bookedInDynamics(invoice, { ...company, discount_codes, category }, usualPeriod);
      booked.set(id, isRefusal(booking) ? booking : { day: booking.day, bookings: shownInDynamics(booking) });
    }
    return booked;
  };
}
