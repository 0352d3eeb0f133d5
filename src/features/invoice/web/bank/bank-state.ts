import { handlesBank } from '../../../../platform/context.ts';
import { currentSession } from '../../../../platform/web/session.ts';
import { type BankDoubt, bankDoubt, isTransferred } from '../../bank-data.ts';
import type { InvoiceDocument } from '../kind.ts';
import { useSurroundings } from '../surroundings.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';

/** Whether the person reads the accounts of suppliers; to all others the server alone compares them (AUTH-31). */
function seesAccounts(): boolean {
  const session = currentSession();
  return session !== null && handlesBank(session);
}

/** Why the account of the invoice as it is saved wants to be looked at. */
export function useStoredDoubt(document: InvoiceDocument): BankDoubt | null {
  const { seller } = useSurroundings(document, document);
  return seesAccounts() ? bankDoubt(document, seller) : null;
}

/** While it is on its way to the export, its account counts. */
const onTheWay: readonly string[] = ['approval', 'clearing', 'financial-approval', 'accounting'];

/** Why the account on the screen wants to be looked at (INV-21). */
export function bankDoubtOf({ document, situation, seller }: InvoiceForm): BankDoubt | null {
  if (!seesAccounts() || (document !== null && !onTheWay.includes(document.status))) return null;
  return bankDoubt(situation.document.head, seller);
}

/** How the account on the screen stands: fine, doubtful, missing, or none is needed. */
export function bankStateOf(form: InvoiceForm) {
  const { head } = form.situation.document;
  const doubt = bankDoubtOf(form);
  if (doubt !== null) return doubt.code;
  if (!isTransferred(head)) return 'unneeded' as const;
  return head.iban === null ? ('missing' as const) : ('ok' as const);
}
