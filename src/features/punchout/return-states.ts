/** State of a return; `repeated`: the same return arrived again, nothing changed. */
export const returnStates = ['returned', 'empty', 'repeated', 'over', 'unreadable'] as const;
export type ReturnState = (typeof returnStates)[number];
