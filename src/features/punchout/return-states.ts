/** What became of a return; `repeated`: it was here before, and nothing has changed. */
export const returnStates = ['returned', 'empty', 'repeated', 'over', 'unreadable'] as const;
export type ReturnState = (typeof returnStates)[number];
