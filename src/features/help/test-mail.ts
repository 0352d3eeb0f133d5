/** Result of a test mail (ONB-06). */
export const testMailStates = ['handed_over', 'outbox', 'refused', 'again_later', 'waiting'] as const;

export interface TestMailResult {
  /**
   * `handed_over`: the mail server accepted it. `outbox`: there is no mail server. `refused`: the mail server
   * rejected it. `again_later`: a temporary failure. `waiting`: not attempted yet.
   */
  readonly state: (typeof testMailStates)[number];
  readonly recipient: string;
  /** Message of the mail server, or null. */
  readonly reason: string | null;
  /** Whether the tenant's mails are redirected outside of production (GEN-15). */
  readonly redirected: boolean;
}
