import { type ReturnState, returnStates } from './return-states.ts';

/** Why a shop gave no answer. */
export const noShopAnswers = [
  'host_not_found',
  'host_private',
  'unreachable',
  'too_slow',
  'too_large',
] as const;
export type NoShopAnswer = (typeof noShopAnswers)[number];

/** The statuses of a request that callers report to marketplaces, and that the log shows (PUN-11). */
export const shopStatuses = ['approved', 'declined', 'ordered', 'cancelled', 'completed'] as const;

/** The logged answer to a notice whose sender or secret is not known. */
export const senderUnknown = 'sender_unknown';

const keys: ReadonlyMap<string, string> = new Map<string, string>([
  ...[...returnStates, ...shopStatuses].map(
    (word: ReturnState | (typeof shopStatuses)[number]) => [word, `punchout.logged.${word}`] as const,
  ),
  [senderUnknown, `punchout.logged.${senderUnknown}`],
  ...noShopAnswers.map((word) => [word, `punchout.silence.${word}`] as const),
]);

/** A logged answer for display: own status words are translated, anything else is unchanged. */
export function loggedResponse<Row extends { readonly response?: string | null | undefined }>(
  row: Row,
  t: (key: string) => string,
): Row {
  const key = keys.get(row.response ?? '');
  return key === undefined ? row : { ...row, response: t(key) };
}

/** The query of the last messages with a shop; only people who see prices get the content, which contains some. */
export const logQuery = (
  by: 'cart_id' | 'marketplace_id',
  seesPrices: boolean,
): string => `query ($id: bigint!) {
  punchout_log(where: { ${by}: { _eq: $id } }, order_by: { id: desc }, limit: 50) {
    id direction method url status header created_at ${seesPrices ? 'request response' : ''} } }`;

/** The labels of a log of messages with a shop. */
export const logLabels = (t: (key: string) => string) => ({
  list: t('punchout.log'),
  incoming: t('punchout.direction.incoming'),
  outgoing: t('punchout.direction.outgoing'),
  header: t('punchout.log_header'),
  request: t('punchout.log_request'),
  response: t('punchout.log_response'),
});
