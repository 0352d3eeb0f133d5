import { type ReturnState, returnStates } from './return-states.ts';

/** Why there is no answer of a shop. */
export const noShopAnswers = [
  'host_not_found',
  'host_private',
  'unreachable',
  'too_slow',
  'too_large',
] as const;
export type NoShopAnswer = (typeof noShopAnswers)[number];

/** What the answer to a status update says in the log: the status itself (PUN-11). */
export const loggedStatuses = ['approved', 'declined', 'ordered', 'cancelled', 'completed'] as const;

const keys: ReadonlyMap<string, string> = new Map<string, string>([
  ...[...returnStates, ...loggedStatuses].map(
    (word: ReturnState | (typeof loggedStatuses)[number]) => [word, `punchout.logged.${word}`] as const,
  ),
  ...noShopAnswers.map((word) => [word, `punchout.silence.${word}`] as const),
]);

/** An answer as people read it in the log: our own words for what became of it in their language, all else as it came. */
export function loggedResponse<Row extends { readonly response?: string | null | undefined }>(
  row: Row,
  t: (key: string) => string,
): Row {
  const key = keys.get(row.response ?? '');
  return key === undefined ? row : { ...row, response: t(key) };
}
