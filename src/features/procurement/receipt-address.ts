/** The path of the goods receipt of an order; short, so that its code stays coarse (MOB-05, decision 0692). */
export function receiptPath(procurementId: number): string {
  return `/receive/${procurementId}`;
}
