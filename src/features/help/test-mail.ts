/** What became of a mail that a person sent to himself (ONB-06). */
export const testMailStates = ['handed_over', 'outbox', 'refused', 'again_later', 'waiting'] as const;

export interface TestMailResult {
  /**
   * `handed_over`: the mail server took it. `outbox`: there is no mail server, so that it stays here. `refused`: the
   * mail server does not take it. `again_later`: it could not take it now. `waiting`: nobody has tried yet.
   */
  readonly state: (typeof testMailStates)[number];
  /** The address that it is written to. */
  readonly recipient: string;
  /** What the mail server said; null where it said nothing. */
  readonly reason: string | null;
  /** Outside of production all mail of the tenant goes to another address (GEN-15). */
  readonly redirected: boolean;
}
