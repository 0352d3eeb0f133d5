/**
 * The class of an error and its code, such as `DatabaseError 23505`; never the message, which may quote a document.
 */
export function kindOfError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { readonly code?: unknown };
  const word = /^\w{1,60}$/.exec(error.constructor.name)?.[0] ?? 'Error';
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? `${word} ${code}` : word;
}
