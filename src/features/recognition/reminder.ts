/**
 * Whether a document reminds of invoices that were sent before (REC-13). One that states tax is taken for an invoice,
 * whatever its title.
 */
export function isReminder({
  documentKind,
  fields,
}: {
  readonly documentKind: string;
  readonly fields: { readonly totalTax: unknown };
}): boolean {
  return documentKind === 'reminder' && fields.totalTax === null;
}
