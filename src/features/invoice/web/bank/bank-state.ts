import { handlesBank } from '../../../../platform/context.ts';
import { currentSession } from '../../../../platform/web/session.ts';
import { type BankDoubt, bankDoubt, isTransferred } from '../../bank-data.ts';
import type { InvoiceDocument } from '../kind.ts';
import { useSurroundings } from '../surroundings.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';

/** Whether the person may read suppliers' accounts; for others only the server compares them (AUTH-31). */
function seesAccounts(): boolean {
  const session = currentSession();
  return session !== null && handlesBank(session);
}

/** The reason why the account of the saved invoice needs a check; null if it does not. */
export function useStoredDoubt(document: InvoiceDocument): BankDoubt | null {
  const { seller } = useSurroundings(document, document);
  return seesAccounts() ? bankDoubt(document, seller) : null;
}

/** The account matters only in these statuses, up to the export. */
const onTheWay: readonly string[] = ['approval', 'clearing', 'financial-approval', 'accounting'];

/** The reason why the account in the form needs a check; null if it does not (INV-21). */
export function bankDoubtOf({ document, situation, seller }: InvoiceForm): BankDoubt | null {
  if (!seesAccounts() || (document !== null && !onTheWay.includes(document.status))) return null;
  return bankDoubt(situation.document.head, seller);
}

/** The state of the account in the form: fine, doubtful, missing or not needed. */
export function bankStateOf(form: InvoiceForm) {
  const { head } = form.situation.document;
  const doubt = bankDoubtOf(form);
  if (doubt !== null) return doubt.code;
  if (!isTransferred(head)) return 'unneeded' as const;
  return head.iban === null ? ('missing' as const) : ('ok' as const);
}
