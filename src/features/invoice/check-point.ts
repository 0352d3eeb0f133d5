/** How one point of a check came out; what is doubtful is for a person to decide. */
export type PointState = 'ok' | 'doubtful' | 'missing';
